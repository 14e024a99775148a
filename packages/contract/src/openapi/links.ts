import type { TSchema } from 'typebox';
import type { AnyOperation } from '../operation.ts';

/** Returns the links of an operation, by the id of the operation that each leads to. */
export type FindLinks = (operation: AnyOperation) => Record<string, object>;

/**
 * Links an operation that creates a resource to those that read it: every GET at or below its address, and every GET that shows
 * the same. If there is none, the list and the parent resource.
 */
export function linkFinder(operations: readonly AnyOperation[]): FindLinks {
  const reads = operations
    .filter(({ method }) => method === 'GET')
    .map((operation) => ({ operation, shown: JSON.stringify(operation.response.schema) }));

  return (operation) => {
    const made = createdBy(operation);
    const found = made.flatMap(({ member, schema }) => {
      const text = JSON.stringify(schema);
      return reads
        .filter(({ operation: { path }, shown }) => isAddressOf(path, operation, member) || shown === text)
        .flatMap(({ operation: read }) => linkTo(read, operation, `$response.body#${member}/id`));
    });
    if (found.length > 0 || made.length === 0) return Object.fromEntries(found);
    const around = reads.filter(({ operation: { path } }) =>
      [operation.path, parentOf(operation)].includes(path),
    );
    return Object.fromEntries(around.flatMap(({ operation: read }) => linkTo(read, operation)));
  };
}

/** The members of the response with an id: itself (`''`), or members such as the order of a checkout (`/order`). */
function createdBy({ method, response }: AnyOperation): { member: string; schema: TSchema }[] {
  if (method !== 'POST' || ![201, 202].includes(response.status)) return [];
  const members = Object.entries<TSchema>(response.schema?.properties ?? {});
  return [['', response.schema] as const, ...members.map(([name, schema]) => [`/${name}`, schema] as const)]
    .filter(([, schema]) => schema?.properties?.id)
    .map(([member, schema]) => ({ member, schema }));
}

/** Whether a path is at or below what is made, or stands beside the operation and is called as the member. */
function isAddressOf(path: string, creates: AnyOperation, member: string): boolean {
  if (member !== '') return path === `${parentOf(creates)}${member}`;
  return path.startsWith(`${creates.path}/{`);
}

function parentOf({ path }: AnyOperation): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Nothing when more than the id is unknown. */
function linkTo(read: AnyOperation, creates: AnyOperation, id?: string): [string, object][] {
  const inPath = (name: string) => Object.hasOwn(creates.params?.properties ?? {}, name);
  const names = Object.keys(read.params?.properties ?? {});
  if (names.filter((name) => !inPath(name)).length > (id ? 1 : 0)) return [];
  const parameters = names.map((name) => [name, inPath(name) ? `$request.path.${name}` : id]);
  return [[read.id, { operationId: read.id, parameters: Object.fromEntries(parameters) }]];
}
