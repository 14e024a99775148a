import { expect } from 'chai';
import { after, afterEach, before, beforeEach } from 'mocha';
import { createAdminClient, createStoreClient } from '../src/index.ts';
import { type ScriptedService, startScriptedService } from './scripted-service.ts';

export const page = (items: object[], rest: object = {}) => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 20,
  ...rest,
});

export async function failure(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => expect.fail('The call succeeds.'),
    (error: unknown) => error,
  );
}

/** A service that replies as it is told, and clients whose waits are counted and take no time. */
export function useCalls() {
  let service: ScriptedService;
  let waits: number[];

  before(async () => {
    service = await startScriptedService();
  });

  beforeEach(() => {
    waits = [];
  });

  afterEach(() => {
    service.script();
  });

  after(() => service.close());

  const wait = async (ms: number) => {
    waits.push(ms);
  };
  const admin = (more: object = {}) =>
    createAdminClient({ baseUrl: service.url, token: 'tok', wait, ...more });
  const shop = (more: object = {}) =>
    createStoreClient({ baseUrl: service.url, publishableKey: 'pk_1', wait, ...more });

  return {
    get service() {
      return service;
    },
    /** In milliseconds, since the test began. */
    get waits() {
      return waits;
    },
    wait,
    admin,
    shop,
  };
}
