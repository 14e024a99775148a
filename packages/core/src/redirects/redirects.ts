import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { NEWEST_FIRST, readPage } from '../page.ts';
import { type NewRedirect, presentRedirect, setRedirects } from './set-redirects.ts';
import { readShopPath, readVisitedPath } from './shop-path.ts';

type PresentedRedirect = ResponseOf<typeof operations.setRedirect>;

/** Of one address there is one redirect: a second one replaces it. Refuses with `validation_failed`. */
export function setRedirect(ctx: Context, given: NewRedirect): Promise<PresentedRedirect> {
  return inTransaction(ctx, async (tx) => {
    const [result] = await setRedirects(tx, [given]);
    if (result?.outcome === 'refused')
      refuse('validation_failed', `The redirect isn’t possible: ${result.member} ${result.reason}.`, [
        { path: `/body/${result.member}`, code: 'redirect', message: result.reason },
      ]);
    const fromPath = readShopPath(given.from) as string;
    const redirect = await tx.db.redirect.findFirstOrThrow({ where: { fromPath } });
    const after = presentRedirect(redirect);
    const before = result?.before === undefined ? undefined : { ...after, to: result.before };
    if (result?.outcome !== 'unchanged')
      await recordChange(tx, { action: 'redirect.set', subject: subjectOf(redirect), before, after });
    return after;
  });
}

/** A page of redirects, newest first; `q` is a part of either address. */
export function listRedirects(
  { db }: Context,
  { q, ...page }: InputOf<typeof operations.listRedirects>['query'],
): Promise<ResponseOf<typeof operations.listRedirects>> {
  const where = q ? { OR: [{ fromPath: { contains: q } }, { toPath: { contains: q } }] } : {};
  return readPage(page, {
    count: db.redirect.count({ where }),
    rows: (range) => db.redirect.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present: presentRedirect,
  });
}

/** Refuses with `not_found`. */
export function deleteRedirect(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = await tx.db.redirect.findFirst({ where: { id } });
    const { count } = await tx.db.redirect.deleteMany({ where: { id } });
    if (!before || count === 0) return refuse('not_found', `No redirect ${id}.`);
    await recordChange(tx, {
      action: 'redirect.deleted',
      subject: subjectOf(before),
      before: presentRedirect(before),
    });
  });
}

/**
 * Where an address leads that the shop doesn't have: that of the address with its query counts before that of the path
 * alone. Refuses with `not_found`.
 */
export async function findRedirect(
  { db, tenantId }: Context,
  { path }: { path: string },
): Promise<ResponseOf<typeof operations.findRedirect>> {
  const visited = readVisitedPath(path);
  // That of the path alone may lead to this very address, whose own redirect was deleted.
  const [found] = await db.sql<{ to: string }[]>`
    SELECT to_path AS "to" FROM redirects
    WHERE tenant_id = ${tenantId}::uuid AND from_path = ANY (${visited}) AND to_path <> ${visited[0] ?? ''}
    ORDER BY length(from_path) DESC LIMIT 1`;
  return found ?? refuse('not_found', 'No redirect of this address.');
}

function subjectOf({ id }: { id: string }) {
  return { type: 'redirect', id };
}
