import { createHash, randomBytes } from 'node:crypto';
import { refuse } from '@service/contract';
import { MINUTE_MS } from '@service/jobs/primitives';
import { readDbNow, type SystemContext, type Transaction } from '../context.ts';
import { refuseSuspended } from '../refuse-suspended.ts';

export type TokenPurpose = 'verification' | 'reset' | 'email_change';

const LIFETIME_MS: Readonly<Record<TokenPurpose, number>> = {
  verification: 3 * 24 * 60 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
  email_change: 60 * MINUTE_MS,
};

const NO_SUCH_TOKEN = 'The token is unknown, used or expired.';

/** 256 random bits behind a prefix that shows what it is. */
export function newSecret(prefix: 'cs' | 'pt'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** The secret has 256 random bits, so a plain hash can't be guessed back. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(secret).digest());
}

/** Writes a single-use token and returns it. Without a customer it has no effect; see the schema. */
export async function issueToken(
  tx: Transaction,
  token: { purpose: TokenPurpose; customerId: string | null; newEmail?: string },
): Promise<string> {
  const secret = newSecret('pt');
  const tokenHash = hashSecret(secret);
  const { id } = await tx.db.customerToken.create({
    data: {
      tenantId: tx.tenantId,
      customerId: token.customerId,
      purpose: token.purpose,
      newEmail: token.newEmail ?? null,
      tokenHash,
      createdAt: tx.now(),
      expiresAt: new Date(tx.now().getTime() + LIFETIME_MS[token.purpose]),
    },
  });
  await tx.db.customerTokenHash.create({ data: { tokenHash, tenantId: tx.tenantId, customerTokenId: id } });
  return secret;
}

/** Finds the holder of a token, while it can still be used. It names the store as well, so it is looked for across stores. */
export async function findToken(
  system: SystemContext,
  purpose: TokenPurpose,
  secret: string,
): Promise<{ tenantId: string; customerId: string }> {
  const token = await system.db.customerToken.findFirst({
    where: {
      lookUp: { tokenHash: hashSecret(secret) },
      purpose,
      usedAt: null,
      expiresAt: { gt: await readDbNow(system) },
    },
    select: {
      tenantId: true,
      customerId: true,
      customer: { select: { disabledAt: true } },
      tenant: { select: { suspendedAt: true } },
    },
  });
  if (!token?.customerId || !token.customer || token.customer.disabledAt)
    refuse('token_invalid', NO_SUCH_TOKEN);
  if (token.tenant.suspendedAt) refuseSuspended();
  return { tenantId: token.tenantId, customerId: token.customerId };
}

/**
 * Input: a token that was just found. Output: its new e-mail, if it has one. Why one conditional UPDATE: of any number of uses at
 * once one finds it unused. The caller has locked the customer's row, as every use case does that changes several tokens.
 */
export async function consumeToken(
  tx: Transaction,
  purpose: TokenPurpose,
  { customerId, secret }: { customerId: string; secret: string },
): Promise<{ newEmail: string | null }> {
  const [token] = await tx.db.customerToken.updateManyAndReturn({
    where: {
      customerId,
      tokenHash: hashSecret(secret),
      purpose,
      usedAt: null,
      expiresAt: { gt: await readDbNow(tx) },
    },
    data: { usedAt: tx.now() },
    select: { newEmail: true },
  });
  if (!token) refuse('token_invalid', NO_SUCH_TOKEN);
  return token;
}

/** Voids the tokens of older messages: after a new password or a new address they have no effect. */
export async function voidTokens(
  tx: Transaction,
  customerId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await tx.db.customerToken.updateMany({
    where: { customerId, purpose: { in: [...purposes] }, usedAt: null },
    data: { usedAt: tx.now() },
  });
}
