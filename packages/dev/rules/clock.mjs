import { isService } from './places.mjs';
import { keyOf } from './source.mjs';

/** The last of these before a value says what the value is for. */
const CLAUSE = /\b(SELECT|WHERE|ON|HAVING|SET|VALUES|RETURNING|WHEN|THEN|ELSE)\b/gi;
const CONDITIONS = ['WHERE', 'ON', 'HAVING', 'WHEN'];

export const clock = {
  name: 'clock',
  message: 'compares rows with the clock of this process, which may be wrong: `dbNow()` is the database’s',
  appliesTo: isService,
  find(source) {
    const named = source
      .ofType('VariableDeclarator')
      .filter(
        ({ init }) =>
          init && source.within(init).some((node) => isTime(node) && isValueOf(init, node, source)),
      )
      .map(({ id }) => id.name);
    const isNamed = (node) =>
      node.type === 'Identifier' && named.includes(node.name) && source.isReference(node);
    return source.nodes.filter((node) => (isTime(node) || isNamed(node)) && isCompared(node, source));
  },
  allowed: {
    'packages/core/src/webhooks/subscriptions.ts#rotateSubscriptionSecret':
      'asks whether an end was given at all, not whether it has come',
  },
};

function isTime({ type, callee, arguments: given }) {
  if (type === 'NewExpression') return callee.name === 'Date' && given.length === 0;
  return type === 'CallExpression' && (callee.name === 'now' || keyOf(callee) === 'now');
}

/** Whether a value, or what an arrow function returns, is a time that is made of this one; another function may make anything of it. */
function isValueOf(given, node, { parentOf }) {
  const whole = given.type === 'ArrowFunctionExpression' ? given.body : given;
  for (
    let [child, parent] = [node, parentOf(node)];
    child !== whole && parent;
    [child, parent] = [parent, parentOf(parent)]
  ) {
    if (/Function/.test(parent.type)) return false;
    if (parent.arguments?.includes(child) && parent.callee.name !== 'Date') return false;
  }
  return true;
}

function isCompared(node, { parentOf }) {
  for (let [child, parent] = [node, parentOf(node)]; parent; [child, parent] = [parent, parentOf(parent)]) {
    if (parent.type === 'Property' && keyOf(parent) === 'where' && parent.value === child) return true;
    if (parent.arguments?.includes(child) && child === node && parent.callee.name !== 'Date') return false;
    if (parent.type === 'TemplateLiteral' && parentOf(parent)?.type === 'TaggedTemplateExpression')
      return CONDITIONS.includes(clauseBefore(node, parent));
    if (/Function|Declaration$|Statement$/.test(parent.type)) return false;
  }
  return false;
}

/** Of the SQL in front of a value, without what is closed again. */
function clauseBefore({ start }, { quasis }) {
  let text = quasis
    .filter((quasi) => quasi.start < start)
    .map(({ value }) => value.raw)
    .join('?');
  while (/\([^()]*\)/.test(text)) text = text.replace(/\([^()]*\)/g, '');
  return text
    .replace(/\bCASE\b.*?\bEND\b/gis, '')
    .match(CLAUSE)
    ?.at(-1)
    ?.toUpperCase();
}
