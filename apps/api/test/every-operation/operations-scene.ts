import { randomUUID } from 'node:crypto';
import type { AnyOperation } from '@service/contract';
import { payments } from '@service/core';
import {
  createMigratedDatabase,
  runtimeUrlOf,
  signProviderEvent,
  TEST_SETTINGS,
  type TestCustomer,
  type TestStore,
  until,
} from '@service/testing';
import type { RequestOptions } from '../client.ts';
import { useApi, useStore } from '../harness.ts';
import { writesNothing } from '../table-snapshot.ts';
import { VALID_REQUESTS } from '../valid-requests.ts';
import { type IdsOf, idsOf, TAKEN_BODIES } from './operation-ids.ts';

/**
 * An API with two stores, from before the tests of a file until after them. It has a database of its own, because
 * `writesNothing` looks at every row.
 */
export function useOperations() {
  const api = useApi(async () => ({ databaseUrl: runtimeUrlOf(await createMigratedDatabase('operations')) }));
  const store = useStore(api);
  const other = useStore(api);
  let foreign: IdsOf;
  let shopper: TestCustomer;
  let accountId: string;

  before(async () => {
    foreign = idsOf(store);
    shopper = await other.customer();
    accountId = (await idsOf(other)('receiveAccountEvent'))?.accountId ?? '';
  });

  const url = ({ path }: AnyOperation, ids: Record<string, string> = {}) =>
    // A callback is verified with the secret of the account that its address names.
    path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => ids[name] ?? (name === 'accountId' ? accountId : randomUUID()),
    );

  /** What lets the request through: of the store, with every permission. */
  function credential({ auth }: AnyOperation, of: TestStore, rawBody = ''): RequestOptions {
    if (auth.kind === 'admin') return { token: of.token() };
    if (auth.kind === 'setup') return { token: TEST_SETTINGS.setupToken };
    if (auth.kind === 'store') return { key: of.publishableKey };
    // A session is of the store that the requests with ids of another are made from.
    if (auth.kind === 'customer') return { token: shopper.token };
    if (auth.kind === 'provider-signature')
      return { headers: { 'payment-signature': signProviderEvent(rawBody) } };
    return {};
  }

  /** A request that a store of its own takes. */
  async function takenRequest(operation: AnyOperation, own: TestStore) {
    const { ids, body, options } = (await VALID_REQUESTS[operation.id]?.(api, own)) ?? {
      ids: await idsOf(own)(operation.id),
      body: operation.body && (TAKEN_BODIES[operation.id] ?? operation.examples.body),
    };
    const token = operation.auth.kind === 'customer' ? (await own.customer()).token : own.token();
    const known = operation.auth.kind === 'store' ? { key: own.publishableKey } : { token };
    return { target: url(operation, ids), options: { ...known, ...options, ...(body ? { body } : {}) } };
  }

  /** Sends these bytes with a credential that is good for them. */
  async function send(operation: AnyOperation, rawBody: string, headers: Record<string, string> = {}) {
    const { headers: signature, ...options } = credential(operation, other, rawBody);
    return api.request(operation.method, url(operation), {
      ...options,
      body: rawBody,
      headers: { ...signature, ...headers },
    });
  }

  /** The payment provider is asked after the commit: the next test would see what is written of its answer. */
  const providerAnswered = ({ admin: { db } }: TestStore) =>
    until(async () => {
      // What a payment leaves open beside it, the worker cancels.
      await payments.cancelDuePayments(api.env.system);
      const refunds = await db.refund.count({ where: { sendAt: { not: null } } });
      const cancellations = await db.payment.count({ where: { cancelAt: { not: null } } });
      return refunds + cancellations === 0;
    }, 'the answers of the payment provider');

  return {
    get api() {
      return api;
    },
    get store() {
      return store;
    },
    /** Whose credentials the requests have that concern `store`. */
    get other() {
      return other;
    },
    /** Ids of `store`. */
    get foreign() {
      return foreign;
    },
    url,
    credential,
    takenRequest,
    send,
    providerAnswered,
    writesNothing: (act: () => Promise<unknown>) => writesNothing(api.env, act),
  };
}
