import { randomUUID } from 'node:crypto';
import { refuse } from '@service/contract';
import type { PaymentProvider } from '@service/module-sdk';
import type { SystemContext } from '../context.ts';
import { findCallbackAccount } from '../payment-accounts/index.ts';
import { EVENT_HANDLERS } from './event-handlers.ts';
import { type FakeEventKind, fakeEventOf } from './fake-events.ts';
import { signCallback } from './provider-signature.ts';

/** A callback as the provider would send it. */
export interface SignedCallback {
  id: string;
  type: string;
  /** The API's path to which the provider would send it. */
  path: string;
  body: string;
  headers: Record<string, string>;
}

interface Signer {
  provider: PaymentProvider;
  path: string;
  sign(event: { id: string; type: string; [member: string]: unknown }): SignedCallback;
}

/** Refuses with `not_found`, or with `payment_account_incomplete` without a secret to sign with. */
async function openSigner(system: SystemContext, accountId: string | null): Promise<Signer> {
  const { provider, webhookSecret } = system.services.payments;
  const account = accountId === null ? undefined : await findCallbackAccount(system, accountId);
  if (accountId !== null && !account) refuse('not_found', `No payment account ${accountId}.`);
  const secret = account ? account.webhookSecrets[0] : webhookSecret;
  if (!secret) refuse('payment_account_incomplete', 'The account needs a webhookSecret: any, for a test.');
  const path = account ? `/webhooks/payment/${account.id}` : '/webhooks/payment';
  return {
    provider: account?.provider ?? provider,
    path,
    sign(event) {
      const body = JSON.stringify(event);
      return {
        id: event.id,
        type: event.type,
        path,
        body,
        headers: signCallback(body, secret, system.now()),
      };
    },
  };
}

export interface CallbackSource {
  provider: string;
  path: string;
  /** Returns the events since the previous call, oldest first. */
  take(): Promise<SignedCallback[]>;
}

/**
 * The callbacks of an account (null: the deployment's), fetched from the provider and signed here, for a deployment that the
 * provider can't reach. Refuses with `not_found`, `payment_account_incomplete`, or `validation_failed` if the provider can't list
 * its events.
 */
export async function openCallbackSource(
  system: SystemContext,
  accountId: string | null,
  since: Date,
): Promise<CallbackSource> {
  const { provider, path, sign } = await openSigner(system, accountId);
  const { name, listEvents } = provider;
  if (!listEvents) refuse('validation_failed', `The provider ${name} has no list of events.`);
  const types = [...EVENT_HANDLERS.keys()];
  let after: string | undefined;
  return {
    provider: name,
    path,
    async take() {
      const events = await listEvents({ types, since, after });
      after = events.at(-1)?.id ?? after;
      return events.map(sign);
    },
  };
}

/**
 * A callback about a payment of the fake provider, found by the payment's id or the order's. Refuses with `not_found`, and with
 * `payment_not_open` if the callback would move money.
 */
export async function fakeCallback(
  system: SystemContext,
  kind: FakeEventKind,
  id: string,
): Promise<SignedCallback> {
  const payment = await system.db.payment.findFirst({
    where: { OR: [{ id }, { orderId: id }] },
    orderBy: { createdAt: 'desc' },
  });
  if (!payment) refuse('not_found', `No payment, and no order with one, is ${id}.`);
  const { provider, accountId, orderId, amount, currency } = payment;
  if (provider !== 'fake')
    refuse('payment_not_open', `Payment ${payment.id} is of ${provider}, and only those of fake are played.`);
  const { sign } = await openSigner(system, accountId);
  const { type, object } = fakeEventOf(kind, { paymentId: payment.id, orderId, amount, currency });
  const created = Math.floor(system.now().getTime() / 1000);
  return sign({ id: `evt_fake_${randomUUID()}`, type, created, data: { object } });
}
