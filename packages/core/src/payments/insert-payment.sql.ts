import { refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import {
  ACCOUNT_ORDER,
  IS_OFFERED,
  type Payable,
  type ShowableAccount,
  type ShownAccount,
  showAccount,
} from '../payment-accounts/index.ts';
import { referenceOf } from '../payment-references.ts';

export interface NewPaymentRow extends Payable {
  id: string;
  orderId: string;
  /** The language of the order: instructions are in this language if the account has them in it. */
  locale: string;
  /** Null: the payment isn't open at the provider yet. */
  providerPaymentId: string | null;
  /** How long the order is kept if the account doesn't set it; absent: half an hour. */
  dueDays?: number | undefined;
  /** Until when the order waits in any case, because a former payment of it said so. */
  payBy?: Date | undefined;
  /** The account that the shopper has chosen; absent: the first that is offered. */
  paymentAccountId?: string | undefined;
  /** Whether it must be paid even if no account is offered; the first active one is used then. */
  isDueAnyhow?: boolean | undefined;
}

export interface InsertedPayment extends ShownAccount {
  /** Null: the deployment's. */
  paymentAccountId: string | null;
}

/**
 * Input: a payment for an account that is offered, with its id if the account is the deployment's. Output: its row, the account,
 * and the reference by which the provider's events find it. Why one statement: its lock keeps the account that was found from
 * being deleted, all three rows exist or none does, and the checkout needs one round trip. Refuses with
 * `payment_method_unavailable`. Throws if the provider's id is already another payment's.
 */
export async function insertPayment(
  { db, tenantId, now, services }: Transaction,
  {
    id,
    orderId,
    locale,
    providerPaymentId,
    dueDays,
    payBy,
    paymentAccountId = undefined,
    isDueAnyhow = false,
    ...payable
  }: NewPaymentRow,
): Promise<InsertedPayment> {
  const reference = providerPaymentId && referenceOf(null, 'payment', providerPaymentId);
  const chosen = paymentAccountId ?? null;
  const [row] = await db.sql<(ShowableAccount & { paymentAccountId: string | null })[]>`
    WITH payment AS (
      INSERT INTO payments (tenant_id, id, order_id, account_id, provider, provider_payment_id, amount, currency, capture_later, expires_at,
        created_at, updated_at)
      SELECT ${tenantId}::uuid, ${id}::uuid, ${orderId}::uuid, account.id,
        coalesce(account.provider, ${services.payments.provider.name}),
        CASE WHEN account.id IS NULL THEN ${providerPaymentId}::text END,
        ${payable.total}::bigint, ${payable.currency}, t.capture_later AND account.provider IS DISTINCT FROM 'manual',
        GREATEST(${now()}::timestamptz + make_interval(days => coalesce(account.due_days, ${dueDays ?? null}::int)), ${payBy ?? null}::timestamptz),
        ${now()}::timestamptz, ${now()}::timestamptz
      FROM tenants t LEFT JOIN LATERAL (
        SELECT account.* FROM payment_accounts account CROSS JOIN LATERAL (SELECT ${IS_OFFERED(payable)} AS is_offered) terms
        WHERE account.tenant_id = ${tenantId}::uuid AND account.active AND (is_offered OR ${isDueAnyhow}::boolean)
          AND (${chosen}::uuid IS NULL OR account.id = ${chosen}::uuid)
        ORDER BY is_offered DESC, ${ACCOUNT_ORDER} LIMIT 1 FOR KEY SHARE OF account
      ) account ON true
      WHERE t.id = ${tenantId}::uuid AND (account.id IS NOT NULL OR ${chosen}::uuid IS NULL AND NOT EXISTS (
        SELECT FROM payment_accounts other WHERE other.tenant_id = ${tenantId}::uuid AND other.active))
      RETURNING tenant_id, id, order_id, account_id, provider, provider_payment_id
    ), found_by AS (
      INSERT INTO payment_references (reference, tenant_id, payment_id, order_id)
      SELECT ${reference}::text, tenant_id, id, order_id FROM payment WHERE provider_payment_id IS NOT NULL
      RETURNING tenant_id
    )
    SELECT payment.account_id AS "paymentAccountId", payment.provider,
      CASE WHEN account.id IS NULL THEN ${services.payments.publishableKey}::text ELSE account.publishable_key END AS "publishableKey",
      account.instructions, coalesce(account.instructions_by_locale, '{}') AS "instructionsByLocale"
    FROM payment LEFT JOIN payment_accounts account ON account.tenant_id = ${tenantId}::uuid AND account.id = payment.account_id`;
  if (!row) refuseMethod(chosen);
  return { paymentAccountId: row.paymentAccountId, ...showAccount(row, locale) };
}

/** The refusal is the same for an account of another store, a disabled one, and one whose terms the order doesn't meet. */
function refuseMethod(chosen: string | null): never {
  if (chosen === null)
    refuse(
      'payment_method_unavailable',
      'The store has no payment method for this country, currency and total.',
    );
  refuse('payment_method_unavailable', `The payment account ${chosen} isn’t offered for this order.`, [
    { path: '/body/paymentAccountId', code: 'not_offered', message: 'is not offered for this order' },
  ]);
}
