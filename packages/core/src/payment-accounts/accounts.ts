import { randomUUID } from 'node:crypto';
import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { PaymentAccountModel } from '@service/db';
import { HOUR_MS } from '@service/jobs/primitives';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockTenant } from '../lock-tenant.ts';
import { type PageQuery, readPage } from '../page.ts';
import { asIs, createColumns } from '../patch.ts';
import { assertTerms, COUNTRIES, CURRENCIES } from './account-terms.ts';
import {
  askProvider,
  assertComplete,
  assertKeys,
  assertMembers,
  assertOffered,
  refuseKey,
} from './check-account.ts';
import { defaultNames } from './default-names.ts';
import { credentialsOf, IN_ORDER } from './find-account.ts';
import { moveAccount, nextPosition } from './position.ts';

type PresentedAccount = ResponseOf<typeof operations.getPaymentAccount>;
type NewAccount = InputOf<typeof operations.createPaymentAccount>['body'];
type AccountChange = InputOf<typeof operations.updatePaymentAccount>['body'];

/** Fields that are shown as they were given. Secrets are never shown. */
const ACCOUNT = createColumns<
  PaymentAccountModel,
  PresentedAccount,
  | 'name'
  | 'active'
  | 'names'
  | 'countries'
  | 'currencies'
  | 'publishableKey'
  | 'instructions'
  | 'instructionsByLocale'
  | 'dueDays'
>({
  name: asIs,
  active: asIs,
  names: asIs,
  countries: COUNTRIES,
  currencies: CURRENCIES,
  publishableKey: asIs,
  instructions: asIs,
  instructionsByLocale: asIs,
  dueDays: asIs,
});

const OVERLAP_HOURS = 24;

/** Shoppers see every account that fits their order. */
const ACTIVE_LIMIT = 20;

/** The longest time that a bank transfer may take. */
const DUE_DAYS = 14;

/**
 * The provider checks the key before anything is written, and no database connection waits for it. Refuses with
 * `validation_failed`, `payment_account_refused`, `payment_account_incomplete`, or `dependency_unavailable` if the provider
 * doesn't respond.
 */
export async function createPaymentAccount(ctx: Context, input: NewAccount): Promise<PresentedAccount> {
  const { provider, publishableKey = null, secretKey = null, webhookSecret = null, active = false } = input;
  const id = randomUUID();
  assertOffered(ctx, provider);
  assertMembers(provider, input);
  assertTerms(input);
  assertKeys({ provider, publishableKey, secretKey });
  const { sealer } = ctx.services;
  const webhookSecretSealed = webhookSecret && sealer.seal(webhookSecret);
  assertComplete({ provider, active, webhookSecretSealed });
  const found = await askProvider(ctx, { id, provider, secretKey, webhookSecret });
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    if (active) await assertFewActive(tx);
    const account = await tx.db.paymentAccount.create({
      data: {
        id,
        tenantId: tx.tenantId,
        provider,
        ...ACCOUNT.toStored(input),
        name: input.name,
        position: await nextPosition(tx),
        ...(provider === 'manual' && { dueDays: input.dueDays ?? DUE_DAYS }),
        ...found,
        secretKeySealed: secretKey && sealer.seal(secretKey),
        webhookSecretSealed,
        createdAt: tx.now(),
        updatedAt: tx.now(),
      },
    });
    const after = presentAccount(account, tx.now());
    await recordChange(tx, { action: 'payment_account.created', subject: subjectOf(id), after });
    return after;
  });
}

/** In the store's order. */
export function listPaymentAccounts(
  ctx: Context,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listPaymentAccounts>> {
  return readPage(page, {
    count: ctx.db.paymentAccount.count(),
    rows: (range) => ctx.db.paymentAccount.findMany({ orderBy: IN_ORDER, ...range }),
    present: (account) => presentAccount(account, ctx.now()),
  });
}

/** Refuses with `not_found`. */
export async function getPaymentAccount(ctx: Context, id: string): Promise<PresentedAccount> {
  return presentAccount(await findAccount(ctx, id), ctx.now());
}

/**
 * Absent fields keep their value. The provider is called before the transaction. Refuses with `not_found` and
 * `payment_account_incomplete`, and as `createPaymentAccount` does.
 */
export async function updatePaymentAccount(
  ctx: Context,
  id: string,
  change: AccountChange,
): Promise<PresentedAccount> {
  const account = await findAccount(ctx, id);
  assertMembers(account.provider, change);
  assertTerms(change);
  const known = credentialsOf(ctx.services.sealer, account);
  const { publishableKey = account.publishableKey, secretKey = known.secretKey } = change;
  assertKeys({ ...known, publishableKey, secretKey });
  if (secretKey !== known.secretKey) await assertSameAccount(ctx, account, { ...known, secretKey });
  return writeChange(ctx, id, change);
}

/** With a key of another account, the payments that were made with this one couldn't be refunded. */
async function assertSameAccount(
  ctx: Context,
  account: PaymentAccountModel,
  credentials: ReturnType<typeof credentialsOf>,
): Promise<void> {
  const { providerAccountId: own, isLive } = account;
  const found = await askProvider(ctx, credentials);
  if (found.providerAccountId !== own)
    refuseKey(`The key is of ${found.providerAccountId}, and this account is ${own}. Add an account for it.`);
  if (found.isLive !== isLive)
    refuseKey('A key of the test mode and one of the live mode need an account each.');
}

function writeChange(ctx: Context, id: string, change: AccountChange): Promise<PresentedAccount> {
  return inTransaction(ctx, async (tx) => {
    // Changes are made one at a time, because the accounts have an order and the number of active ones is limited.
    await lockTenant(tx);
    const row = await findAccount(tx, id);
    const data = {
      ...ACCOUNT.changesOf(row, change),
      ...newSecrets(tx, row, change),
      ...(await moveAccount(tx, row, change.position)),
    };
    if (Object.keys(data).length === 0) return presentAccount(row, tx.now());
    assertComplete({ ...row, ...data });
    if (data.active) await assertFewActive(tx);
    const changed = await tx.db.paymentAccount.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { ...data, version: { increment: 1 }, updatedAt: tx.now() },
    });
    const after = presentAccount(changed, tx.now());
    await recordChange(tx, {
      action: 'payment_account.changed',
      subject: subjectOf(id),
      before: presentAccount(row, tx.now()),
      after: {
        ...after,
        replaced: [
          ...('secretKeySealed' in data ? ['secret key'] : []),
          ...('webhookSecretSealed' in data ? ['webhook secret'] : []),
        ],
      },
    });
    return after;
  });
}

/** The secrets that differ from the stored ones. The previous webhook secret stays valid for a while. */
function newSecrets(
  { services: { sealer }, now }: Transaction,
  row: PaymentAccountModel,
  { secretKey, webhookSecret, overlapHours = OVERLAP_HOURS }: AccountChange,
) {
  const known = credentialsOf(sealer, row);
  const keeps = known.webhookSecret !== null && overlapHours > 0;
  return {
    ...(secretKey === undefined || secretKey === known.secretKey
      ? {}
      : { secretKeySealed: sealer.seal(secretKey) }),
    ...(webhookSecret === undefined || webhookSecret === known.webhookSecret
      ? {}
      : {
          webhookSecretSealed: sealer.seal(webhookSecret),
          previousWebhookSecretSealed: keeps ? row.webhookSecretSealed : null,
          previousWebhookSecretExpiresAt: keeps ? new Date(now().getTime() + overlapHours * HOUR_MS) : null,
        }),
  };
}

/** Refuses with `too_many_payment_accounts`. The store is locked. */
async function assertFewActive(tx: Transaction): Promise<void> {
  const active = await tx.db.paymentAccount.count({ where: { active: true } });
  if (active >= ACTIVE_LIMIT)
    refuse('too_many_payment_accounts', `The store has ${active} active payment accounts.`);
}

/** Refuses with `not_found`, and with `payment_account_in_use` by the foreign key of payments. */
export function deletePaymentAccount(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const account = await findAccount(tx, id);
    await tx.db.paymentAccount.delete({ where: { tenantId_id: { tenantId: tx.tenantId, id } } });
    const before = presentAccount(account, tx.now());
    await recordChange(tx, { action: 'payment_account.deleted', subject: subjectOf(id), before });
  });
}

async function findAccount({ db }: Context, id: string): Promise<PaymentAccountModel> {
  return (
    (await db.paymentAccount.findFirst({ where: { id } })) ?? refuse('not_found', `No payment account ${id}.`)
  );
}

const subjectOf = (id: string) => ({ type: 'payment_account', id });

function presentAccount(account: PaymentAccountModel, now: Date): PresentedAccount {
  const { id, previousWebhookSecretExpiresAt: until } = account;
  return {
    id,
    provider: account.provider,
    position: account.position,
    ...ACCOUNT.present(account),
    defaultNames: defaultNames(account.provider),
    providerAccountId: account.providerAccountId,
    isLive: account.isLive,
    callbackPath: `/webhooks/payment/${id}`,
    receivesCallbacks: account.webhookSecretSealed !== null,
    rotatingUntil: until && until > now ? until.toISOString() : null,
    version: account.version,
    createdAt: account.createdAt.toISOString(),
  };
}
