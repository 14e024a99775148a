// A source file as a syntax tree, with what the rules ask about it.
import { parseSync } from 'oxc-parser';

/**
 * @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node
 * @typedef {ReturnType<typeof readSource>} Source
 */

/**
 * @param {string} path from the root of the repository
 * @param {string} code
 */
export function readSource(path, code) {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  /** @type {Node[]} */
  const nodes = [];
  const parents = new Map();
  collectNodes(program, undefined, nodes, parents);
  const ofType = (...types) => nodes.filter(({ type }) => types.includes(type));
  const imports = readImports(ofType);
  const declared = readDeclaredNames(ofType);

  return {
    path,
    code,
    nodes,
    ofType,
    imports,
    /** @param {Node} node */
    parentOf: (node) => parents.get(node),
    /**
     * Whether a name stands for a value here; else it names a member, a property or a type.
     * @param {Node} node
     */
    isReference: (node) => isReference(node, parents.get(node)),
    /**
     * The module that a value comes from: of `pg` and of `pg.Pool` alike.
     * @param {Node} node
     */
    moduleOf(node) {
      const { name } = rootOf(node);
      return imports.find(({ names }) => name in names)?.module;
    },
    /**
     * Where the code refers to a name that Node itself defines: `setTimeout` and `globalThis.setTimeout`, and not `socket.setTimeout`.
     * @param {...string} names
     */
    globalsNamed(...names) {
      return nodes.filter((node) => {
        if (node.type === 'MemberExpression')
          return node.object.name === 'globalThis' && names.includes(keyOf(node));
        const isNamed = node.type === 'Identifier' && names.includes(node.name) && !declared.has(node.name);
        return isNamed && isReference(node, parents.get(node));
      });
    },
    /**
     * What the functions, methods and constants are called that a place lies in, the outermost first.
     * @param {Node} node
     * @returns {string[]}
     */
    namesAround(node) {
      const parent = parents.get(node);
      const name = declaredName(node);
      return parent ? [...this.namesAround(parent), ...(name ? [name] : [])] : [];
    },
    /** @param {Node} outer */
    within: (outer) => nodes.filter(({ start, end }) => start >= outer.start && end <= outer.end),
    /** @param {Node} node */
    lineOf: ({ start }) => code.slice(0, start).split('\n').length,
  };
}

/**
 * The name of a member or a property, where it stands in the code.
 * @param {Node} node
 */
export function keyOf({ computed, property, key = property }) {
  if (!computed && key?.type === 'Identifier') return key.name;
  return key?.type === 'Literal' ? String(key.value) : undefined;
}

/**
 * The property of an object that is written out.
 * @param {Node | undefined} node
 * @param {string} name
 */
export function propertyOf(node, name) {
  return propertiesOf(node).find((property) => keyOf(property) === name);
}

/**
 * Of an object, or of a pattern that takes one apart.
 * @param {Node | undefined} node
 */
export function propertiesOf(node) {
  const isObject = node?.type === 'ObjectExpression' || node?.type === 'ObjectPattern';
  return isObject ? node.properties.filter(({ type }) => type === 'Property') : [];
}

/**
 * The text of a string or a template; `?` stands for what is put into it.
 * @param {Node} node
 */
export function textOf(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  return node.quasis.map(({ value }) => value.raw).join('?');
}

function collectNodes(value, parent, nodes, parents) {
  if (Array.isArray(value)) {
    for (const each of value) collectNodes(each, parent, nodes, parents);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  const isNode = typeof value.type === 'string';
  if (isNode) {
    nodes.push(value);
    parents.set(value, parent);
  }
  for (const child of Object.values(value)) collectNodes(child, isNode ? value : parent, nodes, parents);
}

/**
 * The values that a file imports, at its start or when it needs them; types are gone when it runs. `names`: what each is called
 * in the module, by its name in the file.
 */
function readImports(ofType) {
  const atStart = ofType('ImportDeclaration').flatMap((node) => {
    const values = node.specifiers.filter(({ importKind }) => importKind !== 'type');
    if (node.importKind === 'type' || (values.length === 0 && node.specifiers.length > 0)) return [];
    const names = values.map(({ local, imported }) => [local.name, imported?.name ?? 'default']);
    return [{ node, module: node.source.value, names: Object.fromEntries(names) }];
  });
  const later = ofType('ImportExpression').map((node) => {
    // `const { Pool } = await import('pg')`, and `await loadLater(() => import('pg'))`
    const declaration = ofType('VariableDeclarator').find(({ init }) => {
      const awaited = init?.argument;
      return awaited && (awaited === node || awaited.arguments?.[0]?.body === node);
    });
    const names = propertiesOf(declaration?.id).map((property) => [property.value.name, keyOf(property)]);
    return { node, module: node.source.value, names: Object.fromEntries(names) };
  });
  return [...atStart, ...later];
}

function declaredName(node) {
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition')
    return node.key.name ?? keyOf(node);
  const declares = ['FunctionDeclaration', 'ClassDeclaration', 'VariableDeclarator'].includes(node.type);
  return declares ? node.id?.name : undefined;
}

function readDeclaredNames(ofType) {
  const functions = ofType('FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression');
  return new Set([
    ...ofType('VariableDeclarator').flatMap(({ id }) => namesIn(id)),
    ...functions.flatMap(({ id, params }) => [id, ...params].flatMap(namesIn)),
    ...ofType('ClassDeclaration').flatMap(({ id }) => namesIn(id)),
    ...ofType('ImportDeclaration').flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  ]);
}

/** The names that a pattern declares. */
function namesIn(pattern) {
  if (!pattern) return [];
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'Property') return namesIn(pattern.value);
  const inner = pattern.properties ??
    pattern.elements ?? [pattern.left ?? pattern.argument ?? pattern.parameter];
  return inner.flatMap(namesIn);
}

function isReference(node, parent) {
  if (parent.type.startsWith('TS') && parent.type !== 'TSAsExpression') return false;
  if (parent.computed) return true;
  return parent.property !== node && (parent.key !== node || parent.shorthand === true);
}

function rootOf(node) {
  return node.type === 'MemberExpression' ? rootOf(node.object) : node;
}
