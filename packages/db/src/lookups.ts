import { Prisma } from './generated/client.ts';

type Where = Record<string, unknown>;
interface Model {
  findFirst(args: object): unknown;
  findFirstOrThrow(args: object): unknown;
}

/**
 * Sends `findUnique` as `findFirst`. Prisma joins `findUnique`s of one tick into one query, of all callers, so one in a
 * transaction would be sent outside of it. There is no setting for that: https://github.com/prisma/prisma/issues/23730
 */
export const findFirstForUnique = Prisma.defineExtension({
  model: {
    $allModels: {
      findUnique(args: { where: Where }) {
        return modelOf(this).findFirst({ ...args, where: flatten(args.where) });
      },
      findUniqueOrThrow(args: { where: Where }) {
        return modelOf(this).findFirstOrThrow({ ...args, where: flatten(args.where) });
      },
    },
  },
});

function modelOf(self: unknown): Model {
  return Prisma.getExtensionContext(self) as unknown as Model;
}

/** A unique constraint of several columns, such as `tenantId_email: { tenantId, email }`, is a filter on each. */
function flatten(where: Where): Where {
  const entries = Object.entries(where).flatMap(([name, value]) =>
    name.includes('_') ? Object.entries(value as object) : [[name, value]],
  );
  return Object.fromEntries(entries);
}
