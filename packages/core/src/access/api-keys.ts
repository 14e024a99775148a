import { type InputOf, type operations, PERMISSIONS, type ResponseOf, refuse } from '@service/contract';
import type { ApiKeyModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { actorName, type Context, inTransaction } from '../context.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { assertHolds } from './assert-permissions.ts';
import { limitMadeBy, lockMaker } from './made-by.ts';
import { createToken, hashToken } from './secret-tokens.ts';

type PresentedKey = ResponseOf<typeof operations.listApiKeys>['items'][number];

/** Long enough to distinguish keys, and 2^48 short of guessing one. */
const PREFIX_LENGTH = 'sk_'.length + 8;

/** The response contains the key, only this once. Refuses permissions that the maker doesn't have. */
export async function createApiKey(
  ctx: Context,
  { name, permissions }: InputOf<typeof operations.createApiKey>['body'],
): Promise<PresentedKey & { key: string }> {
  assertHolds(ctx.principal, permissions);
  const key = createToken('sk');
  const keyHash = hashToken(key);
  return inTransaction(ctx, async (tx) => {
    await lockMaker(tx, permissions);
    const row = await tx.db.apiKey.create({
      data: {
        tenantId: tx.tenantId,
        name,
        prefix: key.slice(0, PREFIX_LENGTH),
        keyHash,
        permissions,
        createdBy: actorName(tx.principal),
        createdAt: tx.now(),
      },
    });
    await tx.db.apiKeyHash.create({ data: { keyHash, tenantId: tx.tenantId, apiKeyId: row.id } });
    const after = { name, prefix: row.prefix, permissions };
    await recordChange(tx, { action: 'api_key.created', subject: { type: 'api_key', id: row.id }, after });
    return { ...presentApiKey(row), key };
  });
}

/** Newest first, revoked ones too. */
export async function listApiKeys(
  ctx: Context,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listApiKeys>> {
  return readPage(page, {
    count: ctx.db.apiKey.count(),
    rows: (range) => ctx.db.apiKey.findMany({ orderBy: NEWEST_FIRST, ...range }),
    present: presentApiKey,
  });
}

/**
 * Revoking twice is the same as once. Refuses a key with more permissions than the caller; ends the credentials that the key
 * made.
 */
export async function revokeApiKey(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await tx.db.apiKey.findFirst({ where: { id } });
    if (!row) refuse('not_found', `No API key ${id}.`);
    assertHolds(tx.principal, presentApiKey(row).permissions);
    const { count } = await tx.db.apiKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: tx.now() },
    });
    await limitMadeBy(tx, `api-key:${id}`, []);
    if (count === 0) return;
    const before = { name: row.name, prefix: row.prefix, permissions: row.permissions };
    await recordChange(tx, { action: 'api_key.revoked', subject: { type: 'api_key', id }, before });
  });
}

function presentApiKey(row: ApiKeyModel): PresentedKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions: PERMISSIONS.filter((permission) => row.permissions.includes(permission)),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
