/** What the contract's schemas are made of; a keyword that isn't here is refused, so that no type is guessed. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  description?: string;
  default?: unknown;
  /** `#/$defs/<name>`: a shape that holds itself; the name is that of its type. */
  $ref?: string;
  $defs?: Record<string, Schema>;
}

export interface Printing {
  /** A name that stands for this schema, if it has one. */
  nameOf(schema: Schema): string | undefined;
  /** What is sent may leave out what has a default, and say undefined; what is returned has it. */
  isRequest: boolean;
}

/** A JSON Schema as a TypeScript type. */
export function printType(schema: Schema, printing: Printing): string {
  return printing.nameOf(schema) ?? printStructure(schema, printing);
}

/** The same, written out even where it has a name. */
export function printStructure(schema: Schema, printing: Printing): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return union(schema.anyOf.map((each) => printType(each, printing)));
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => printType({ ...schema, type }, printing)));
  }
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `${parenthesised(printType(schema.items ?? {}, printing))}[]`;
    case 'object':
      return printObject(schema, printing);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`No TypeScript for ${JSON.stringify(schema)}`);
  }
}

function printObject(schema: Schema, printing: Printing): string {
  if (!schema.properties) return printMap(schema, printing);
  const { properties, required = [] } = schema;
  const members = Object.entries(properties).map(([name, property]) => {
    const isRequired = required.includes(name) && !(printing.isRequest && 'default' in property);
    return printMember(name, property, { ...printing, isRequired });
  });
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}}`;
}

function printMap(schema: Schema, printing: Printing): string {
  const { additionalProperties, patternProperties } = schema;
  const values = [
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return `Record<string, ${values.length > 0 ? union(values.map((value) => printType(value, printing))) : 'unknown'}>`;
}

export function printMember(
  name: string,
  schema: Schema,
  { isRequired, ...printing }: Printing & { isRequired: boolean },
): string {
  const type = printType(schema, printing);
  const optional = printing.isRequest && type !== 'unknown' ? `${type} | undefined` : type;
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
  return `${comment(schema.description)}${key}${isRequired ? `: ${type}` : `?: ${optional}`};\n`;
}

export function comment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function parenthesised(type: string): string {
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type;
}
