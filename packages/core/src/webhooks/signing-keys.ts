import { generateKeyPairSync } from 'node:crypto';
import type { operations, ResponseOf } from '@service/contract';
import type { WebhookSigningKeyModel } from '@service/db';
import { HOUR_MS } from '@service/jobs/primitives';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, readDbNow, type SystemContext, type Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';

type PresentedKey = ResponseOf<typeof operations.rotateSigningKey>;
type KeySet = ResponseOf<typeof operations.getKeys>;

/** The keys that sign, newest first. */
export async function listSigningKeys(ctx: Context): Promise<PresentedKey[]> {
  return (await readKeys(ctx)).map(presentKey);
}

/** The public keys as a JSON Web Key Set; empty if the store has none or doesn't exist. */
export async function readKeySet(ctx: Context): Promise<KeySet> {
  const keys = await readKeys(ctx);
  return {
    keys: keys.map(({ id, publicKey }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: id,
      x: publicKey,
    })),
  };
}

/** The set of a store, found by its id alone. */
export function readKeySetOf(system: SystemContext, storeId: string): Promise<KeySet> {
  return readKeySet(system.forTenant(storeId, { kind: 'storefront' }));
}

/** For `overlapHours` the newest previous key signs too; any older one ends. */
export function rotateSigningKey(
  ctx: Context,
  { overlapHours }: { overlapHours: number },
): Promise<PresentedKey> {
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    await tx.db.webhookSigningKey.deleteMany({ where: { expiresAt: { not: null } } });
    if (overlapHours === 0) await tx.db.webhookSigningKey.deleteMany({});
    else {
      const expiresAt = new Date(tx.now().getTime() + overlapHours * HOUR_MS);
      await tx.db.webhookSigningKey.updateMany({ where: { expiresAt: null }, data: { expiresAt } });
    }
    return makeKey(tx);
  });
}

/** Signing with a key pair requires one. */
export async function ensureSigningKey(tx: Transaction): Promise<void> {
  await lockTenant(tx);
  if ((await tx.db.webhookSigningKey.count()) === 0) await makeKey(tx);
}

async function makeKey(tx: Transaction): Promise<PresentedKey> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const key = await tx.db.webhookSigningKey.create({
    data: {
      tenantId: tx.tenantId,
      publicKey: x,
      privateKeySealed: tx.services.sealer.seal(d),
      createdAt: tx.now(),
    },
  });
  const after = presentKey(key);
  await recordChange(tx, {
    action: 'webhook_signing_key.created',
    subject: { type: 'webhook_signing_key', id: key.id },
    after,
  });
  return after;
}

async function readKeys(ctx: Context): Promise<WebhookSigningKeyModel[]> {
  return ctx.db.webhookSigningKey.findMany({
    where: { OR: [{ expiresAt: null }, { expiresAt: { gt: await readDbNow(ctx) } }] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

function presentKey({ id, publicKey, createdAt, expiresAt }: WebhookSigningKeyModel): PresentedKey {
  return {
    id,
    publicKey: `whpk_${Buffer.from(publicKey, 'base64url').toString('base64')}`,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
