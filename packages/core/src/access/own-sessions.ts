import { type operations, type ResponseOf, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { userIdOf } from './made-by.ts';
import { requireOperator } from './step-up.ts';
import { endLogins, lockUser } from './users.ts';

/** Lists the operator's logins that haven't ended, newest first. A program has none. */
export async function listOwnSessions(ctx: Context): Promise<ResponseOf<typeof operations.listOwnSessions>> {
  const id = userIdOf(ctx.principal);
  const rows = await ctx.db.sql<SessionRow[]>`
    SELECT l.id, l.started_at AS "startedAt", l.started_from AS "startedFrom", max(s.expires_at) AS "expiresAt"
    FROM admin_logins l
    JOIN admin_sessions s ON s.tenant_id = l.tenant_id AND s.login_id = l.id
    WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.admin_user_id = ${id}::uuid AND l.ended_at IS NULL
      AND s.used_at IS NULL AND s.expires_at > ${ctx.dbNow()}
    GROUP BY l.id, l.started_at, l.started_from
    ORDER BY l.started_at DESC, l.id
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
export async function endOwnSession(ctx: Context, loginId: string): Promise<void> {
  const id = userIdOf(ctx.principal);
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db.sql.count`
      UPDATE admin_logins SET ended_at = ${tx.now()}
      WHERE tenant_id = ${tx.tenantId}::uuid AND admin_user_id = ${id}::uuid AND id = ${loginId}::uuid
        AND ended_at IS NULL AND expires_at > ${tx.dbNow()}`;
    if (id === null || ended === 0) refuse('not_found', `No session ${loginId}.`);
    await recordChange(tx, { action: 'user.session_ended', subject: { type: 'user', id } });
  });
}

/** Ends all of them, that of the request included. */
export async function endOwnSessions(ctx: Context): Promise<void> {
  const { id } = await requireOperator(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockUser(tx, id);
    await endLogins(tx, id);
    await recordChange(tx, { action: 'user.sessions_ended', subject: { type: 'user', id } });
  });
}
