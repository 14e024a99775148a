import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { ConsentModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { NEWEST_FIRST, type PageQuery, readPage } from '../page.ts';
import { getCustomer } from './admin-customers.ts';
import { appendConsent, MARKETING } from './append-consent.ts';
import { recordCustomerChange, updateCustomerRow } from './change-customer.ts';
import { lockCustomer, requireCustomerId } from './lock-customer.ts';

type PresentedConsent = ResponseOf<typeof operations.recordConsent>;
type OwnConsent = ResponseOf<typeof operations.recordOwnConsent>;

/** Records a consent that an operator received. Refuses with `not_found`. */
export function recordConsent(
  ctx: Context,
  customerId: string,
  given: InputOf<typeof operations.recordConsent>['body'],
): Promise<PresentedConsent> {
  return inTransaction(ctx, async (tx) => presentConsent(await addConsent(tx, customerId, given)));
}

/** Records a consent of the signed-in customer. */
export function recordOwnConsent(
  ctx: Context,
  given: InputOf<typeof operations.recordOwnConsent>['body'],
): Promise<OwnConsent> {
  return inTransaction(ctx, async (tx) => presentOwn(await addConsent(tx, requireCustomerId(tx), given)));
}

async function addConsent(
  tx: Transaction,
  id: string,
  given: Parameters<typeof appendConsent>[2],
): Promise<ConsentModel> {
  const before = await lockCustomer(tx, id);
  const consent = await appendConsent(tx, id, given);
  if (given.purpose === MARKETING && before.acceptsMarketing !== given.granted) {
    const after = await updateCustomerRow(tx, before, { acceptsMarketing: given.granted });
    await recordCustomerChange(tx, 'customer.updated', before, after);
  } else {
    const { purpose, granted } = consent;
    await recordChange(tx, {
      action: 'customer.consent_recorded',
      subject: { type: 'customer', id },
      after: { consentId: consent.id, purpose, granted },
    });
  }
  return consent;
}

/** A page of a customer's consents, newest first. Refuses with `not_found`. */
export async function listConsents(
  ctx: Context,
  customerId: string,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listConsents>> {
  await getCustomer(ctx, customerId);
  return readConsents(ctx, customerId, page, presentConsent);
}

export function listOwnConsents(
  ctx: Context,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listOwnConsents>> {
  return readConsents(ctx, requireCustomerId(ctx), page, presentOwn);
}

function readConsents<Item>(
  ctx: Context,
  customerId: string,
  page: PageQuery,
  present: (row: ConsentModel) => Item,
) {
  const where = { customerId };
  return readPage(page, {
    count: ctx.db.consent.count({ where }),
    rows: (range) => ctx.db.consent.findMany({ where, orderBy: NEWEST_FIRST, ...range }),
    present,
  });
}

function presentOwn({ id, purpose, granted, textVersion, source, createdAt }: ConsentModel): OwnConsent {
  return { id, purpose, granted, textVersion, source, createdAt: createdAt.toISOString() };
}

function presentConsent(row: ConsentModel): PresentedConsent {
  const { actor, clientAddress } = row;
  return { ...presentOwn(row), actor, clientAddress };
}
