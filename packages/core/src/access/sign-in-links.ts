import { refuse } from '@service/contract';
import { DAY_MS } from '@service/jobs/primitives';
import { inSystemTransaction, type SystemContext } from '../context.ts';
import { refuseSuspended } from '../refuse-suspended.ts';
import { findOperator } from './find-operator.ts';
import { createToken, hashToken } from './secret-tokens.ts';
import { startLogin } from './start-login.ts';

const LIFETIME_MS = DAY_MS;

/**
 * Makes a link that signs an operator in to the console, once, within a day. Only the deployment's command line can make one: it
 * is no operation of the API.
 *
 * @returns the token of the link; undefined: no operator has this address
 */
export async function createSignInLink(system: SystemContext, email: string): Promise<string | undefined> {
  const operator = await findOperator(system, email);
  if (!operator) return undefined;
  const token = createToken('ln');
  const { tenantId, id: adminUserId } = operator;
  const createdAt = system.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  await system.db.adminSignInLink.create({
    data: { tenantId, adminUserId, tokenHash: hashToken(token), createdAt, expiresAt },
  });
  return token;
}

interface LinkedOperator {
  id: string;
  tenantId: string;
  role: string;
  email: string;
  storeName: string;
  isSuspended: boolean;
}

/** Returns the operator that a link signs in, for the page that asks for confirmation. Refuses with `token_invalid`. */
export async function readSignInLink(
  system: SystemContext,
  token: string,
): Promise<{ email: string; storeName: string }> {
  const { email, storeName } = (await findLinked(system, token)) ?? refuseLink();
  return { email, storeName };
}

/**
 * Consumes the link and starts a session of the console, in one transaction. Returns the session's token. Refuses with
 * `token_invalid`.
 */
export async function openSignInLink(system: SystemContext, token: string): Promise<string> {
  const linked = (await findLinked(system, token)) ?? refuseLink();
  if (linked.isSuspended) refuseSuspended();
  const { id, tenantId } = linked;
  return inSystemTransaction(system, async (tx) => {
    // The operator's row before the link's, as a change of the password locks them.
    const operators = await tx.db.sql<{ id: string }[]>`
      SELECT id FROM admin_users
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND disabled_at IS NULL FOR SHARE`;
    const consumed = await tx.db.sql.count`
      DELETE FROM admin_sign_in_links
      WHERE tenant_id = ${tenantId}::uuid AND token_hash = ${hashToken(token)} AND expires_at > ${tx.dbNow()}`;
    if (operators.length === 0 || consumed === 0) refuseLink();
    return (await startLogin(tx, linked, 'console')).token;
  });
}

async function findLinked(system: SystemContext, token: string): Promise<LinkedOperator | undefined> {
  const [linked] = await system.db.sql<LinkedOperator[]>`
    SELECT u.id, u.tenant_id AS "tenantId", u.role, u.email, o.name AS "storeName",
           o.suspended_at IS NOT NULL AS "isSuspended"
    FROM admin_sign_in_links k
    JOIN admin_users u ON u.tenant_id = k.tenant_id AND u.id = k.admin_user_id AND u.disabled_at IS NULL
    JOIN tenants o ON o.id = u.tenant_id
    WHERE k.token_hash = ${hashToken(token)} AND k.expires_at > ${system.dbNow()}`;
  return linked;
}

function refuseLink(): never {
  refuse('token_invalid', 'The link is used, expired or unknown.');
}
