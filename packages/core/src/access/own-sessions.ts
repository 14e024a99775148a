import { type operations, type ResponseOf, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { userIdOf } from './made-by.ts';
import { requireOperator } from './step-up.ts';
import { endSessions, lockUser } from './users.ts';

/** The logins of the operator that go on, newest first. A program has none. */
export async function listOwnSessions(ctx: Context): Promise<ResponseOf<typeof operations.listOwnSessions>> {
  const id = userIdOf(ctx.principal);
  const rows = await ctx.db.sql<SessionRow[]>`
    SELECT family_id AS id, min(created_at) AS "startedAt", max(expires_at) AS "expiresAt",
           (array_agg(started_from ORDER BY created_at))[1] AS "startedFrom"
    FROM admin_sessions
    WHERE tenant_id = ${ctx.tenantId}::uuid AND admin_user_id = ${id}::uuid
    GROUP BY family_id
    HAVING bool_and(revoked_at IS NULL) AND bool_or(used_at IS NULL AND expires_at > ${ctx.dbNow()})
    ORDER BY 2 DESC, 1
    LIMIT 200`;
  return {
    items: rows.map((row) => ({
      id: row.id,
      startedAt: row.startedAt.toISOString(),
      startedFrom: row.startedFrom,
      expiresAt: row.expiresAt.toISOString(),
      isCurrent: row.id === sessionOf(ctx),
    })),
  };
}

interface SessionRow {
  id: string;
  startedAt: Date;
  startedFrom: string | null;
  expiresAt: Date;
}

function sessionOf({ principal }: Context): string | null | undefined {
  return principal.kind === 'admin' ? principal.session : undefined;
}

/** Ends one login of the operator, with all of its tokens. */
export async function endOwnSession(ctx: Context, familyId: string): Promise<void> {
  const id = userIdOf(ctx.principal);
  await inTransaction(ctx, async (tx) => {
    const { items } = await listOwnSessions(tx);
    if (id === null || !items.some((each) => each.id === familyId.toLowerCase()))
      refuse('not_found', `No session ${familyId}.`);
    await tx.db.adminSession.updateMany({
      where: { adminUserId: id, familyId, revokedAt: null },
      data: { revokedAt: tx.now() },
    });
    await recordChange(tx, { action: 'user.session_ended', subject: { type: 'user', id } });
  });
}

/** Ends all of them, the one that asks included. */
export async function endOwnSessions(ctx: Context): Promise<void> {
  const { id } = await requireOperator(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockUser(tx, id);
    await endSessions(tx, id);
    await recordChange(tx, { action: 'user.sessions_ended', subject: { type: 'user', id } });
  });
}
