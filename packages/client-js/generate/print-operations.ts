import {
  type AnyOperation,
  CLIENT_NAMES,
  type ClientName,
  clientMethodOf,
  clientOf,
  commonErrors,
  ERRORS,
  requiresBody,
} from '@service/contract';
import { isPage, isPlainPage, itemOf, nameResources, pascal } from './names.ts';
import { comment, type Printing, printMember, printStructure, printType, type Schema } from './print-type.ts';

const HEADER = `// Generated from the contract by \`npm run openapi\` in packages/contract. Don't edit; on a merge conflict
// take either side and generate again.
`;

/** The names, addresses and traits of all operations, as the client reads them. */
export function printRoutes(operations: readonly AnyOperation[]): string {
  const tables = CLIENT_NAMES.map((client) => {
    const rows = ofClient(operations, client).map(
      (operation) => `  ${clientMethodOf(operation.id)}: '${routeOf(operation)}',\n`,
    );
    return `export const ${client.toUpperCase()}_ROUTES = {\n${rows.join('')}};\n`;
  });
  return `${HEADER}
// Method, path, credential, and what else the client has to know.
${tables.join('\n')}`;
}

function routeOf(operation: AnyOperation): string {
  const { method, path, auth, idempotent, streams, response } = operation;
  return [
    method,
    path,
    auth.kind === 'store' && auth.session ? 'session' : auth.kind,
    ...(idempotent ? ['idempotent'] : []),
    ...(isPage(response.schema as Schema) ? ['paged'] : []),
    ...(streams ? ['upload'] : []),
    ...(response.contentType ? ['bytes'] : []),
    ...(response.contentTypes ? ['stream'] : []),
  ].join(' ');
}

function ofClient(operations: readonly AnyOperation[], client: ClientName): AnyOperation[] {
  return operations
    .filter((operation) => clientOf(operation) === client)
    .sort((one, other) => (clientMethodOf(one.id) < clientMethodOf(other.id) ? -1 : 1));
}

/** Every type of the interface. */
export function printTypes(operations: readonly AnyOperation[]): string {
  const plain = JSON.parse(JSON.stringify(operations)) as AnyOperation[];
  const resources = nameResources(plain);
  const responses: Printing = { nameOf: resources.nameOf, isRequest: false };
  const sent: Printing = { nameOf: () => undefined, isRequest: true };
  const parts = [
    HEADER,
    `import type { CallOptions, Paged, Upload } from '../call-types.ts';`,
    printErrorCodes(),
    ...resources.all().map(({ name, schema }) => declare(name, printStructure(schema, responses))),
    ...plain.flatMap((operation) => printInputs(operation, sent)),
    ...CLIENT_NAMES.map((client) => {
      const methods = ofClient(plain, client).map((operation) => printMethod(operation, responses));
      return `export interface ${pascal(client)}Client {\n${methods.join('')}}\n`;
    }),
    printOperationErrors(plain),
  ];
  return parts.join('\n');
}

function declare(name: string, type: string): string {
  return type.startsWith('{\n') && type.endsWith('}')
    ? `export interface ${name} ${type}\n`
    : `export type ${name} = ${type};\n`;
}

function printErrorCodes(): string {
  const codes = Object.entries(ERRORS).map(([code, { title, remedy }]) => {
    const said = `${title}. ${remedy}`;
    return `${comment(said)}${code}: ${ERRORS[code as keyof typeof ERRORS].status};\n`;
  });
  return `/** Every code that the service refuses with, and its HTTP status. */
export interface ErrorStatuses {\n${codes.join('')}}

export type ErrorCode = keyof ErrorStatuses;
`;
}

function printInputs(operation: AnyOperation, printing: Printing): string[] {
  const name = pascal(clientMethodOf(operation.id));
  const members = inputMembers(operation);
  return [
    ...(operation.body ? [declare(`${name}Body`, printStructure(operation.body as Schema, printing))] : []),
    ...(members.length > 0
      ? [
          declare(
            `${name}Input`,
            `{\n${members
              .map(({ member, schema, isRequired }) =>
                printMember(member, schema, {
                  ...printing,
                  isRequired,
                  nameOf: (each) => (each === operation.body ? `${name}Body` : undefined),
                }),
              )
              .join('')}${operation.streams ? uploadMembers(operation.streams) : ''}}`,
          ),
        ]
      : []),
    ...(members.length === 0 && operation.streams
      ? [declare(`${name}Input`, `{\n${uploadMembers(operation.streams)}}`)]
      : []),
  ];
}

interface Member {
  member: string;
  schema: Schema;
  isRequired: boolean;
}

/** Path and query side by side, the body under its name. */
function inputMembers(operation: AnyOperation): Member[] {
  const members = [
    ...membersOf(operation.params as Schema | undefined, () => true),
    ...membersOf(
      operation.query as Schema | undefined,
      (name, { required = [], properties = {} }) =>
        required.includes(name) && !('default' in (properties[name] ?? {})),
    ),
    ...(operation.body
      ? [
          {
            member: 'body',
            schema: operation.body as Schema,
            isRequired: requiresBody(operation),
          },
        ]
      : []),
  ];
  const names = members.map(({ member }) => member);
  if (new Set([...names, 'contentType']).size !== names.length + 1) {
    throw new Error(`${operation.id} has two parameters of one name, or one named contentType.`);
  }
  return members;
}

function membersOf(
  schema: Schema | undefined,
  isRequired: (name: string, schema: Schema) => boolean,
): Member[] {
  return Object.entries(schema?.properties ?? {}).map(([member, property]) => ({
    member,
    schema: property,
    isRequired: isRequired(member, schema ?? {}),
  }));
}

function uploadMembers(types: readonly string[]): string {
  return `/** Sent as it is. */\nbody: Upload;\ncontentType: ${types.map((type) => JSON.stringify(type)).join(' | ')};\n`;
}

function printMethod(operation: AnyOperation, responses: Printing): string {
  const name = clientMethodOf(operation.id);
  const members = inputMembers(operation);
  const hasInput = members.length > 0 || operation.streams !== undefined;
  const isNeeded = members.some(({ isRequired }) => isRequired) || operation.streams !== undefined;
  const documentation = comment(documentationOf(operation));
  const schema = operation.response.schema as Schema | undefined;
  if (isPage(schema)) {
    const item = printType(itemOf(schema) ?? {}, responses);
    const whole = isPlainPage(schema) ? '' : `, ${printType(schema ?? {}, responses)}`;
    return `${documentation}${name}: Paged<${pascal(name)}Input, ${item}${whole}>;\n`;
  }
  const input = hasInput ? `input${isNeeded ? '' : '?'}: ${pascal(name)}Input` : 'input?: undefined';
  return `${documentation}${name}(${input}, options?: CallOptions): Promise<${resultOf(operation, responses)}>;\n`;
}

function resultOf({ response }: AnyOperation, responses: Printing): string {
  if (response.contentType) return 'Uint8Array';
  if (response.contentTypes) return 'ReadableStream<Uint8Array>';
  return response.schema ? printType(response.schema as Schema, responses) : 'void';
}

function documentationOf({ summary, description, method, path, auth, deprecated }: AnyOperation): string {
  const permission = auth.kind === 'admin' && auth.permission ? ` Permission \`${auth.permission}\`.` : '';
  const notice = deprecated
    ? `\n\n@deprecated since ${deprecated.since}; removed in ${deprecated.removal}. ${deprecated.guide}`
    : '';
  return `${summary}.\n\n${description}\n\n\`${method} ${path}\`.${permission}${notice}`;
}

function printOperationErrors(operations: readonly AnyOperation[]): string {
  const rows = operations.map((operation) => {
    const codes = [...new Set([...commonErrors(operation), ...operation.errors])].sort();
    return `${clientMethodOf(operation.id)}: ${codes.map((code) => JSON.stringify(code)).join(' | ')};\n`;
  });
  return `/** The codes that each method may be refused with. */
export interface OperationErrors {\n${rows.sort().join('')}}
`;
}
