import { randomUUID } from 'node:crypto';
import { customers, vat } from '@service/core';
import type { VatCheckModel } from '@service/db';
import {
  createClock,
  createStore,
  openTestEnv,
  startVies,
  type TestEnv,
  type TestStore,
  type TestVies,
} from '@service/testing';
import { expect } from 'chai';

/** A number that VIES may know. */
export const NUMBER = 'DE136695976';

/** A store whose customers have VAT numbers, and a VIES that answers as it is told, on a clock that stands. */
export function useVatChecks() {
  const clock = createClock();
  let domain: TestEnv;
  let store: TestStore;
  let service: TestVies;
  let vies: vat.Vies;

  before(async () => {
    domain = await openTestEnv({ now: clock.now });
  });
  beforeEach(async () => {
    // A store of its own: kept answers of another test are out of sight.
    store = await createStore(domain.system);
    service = await startVies();
    vies = vat.createVies({
      url: service.url,
      requester: 'DE999999999',
      timeoutMs: 2000,
      elapsed: () => clock.now().getTime(),
    });
  });
  afterEach(() => service.close());
  after(() => domain.close());

  const create = (vatNumber: string) =>
    customers.createCustomer(store.admin, { email: `${randomUUID()}@example.com`, vatNumber });
  const get = (id: string) => customers.getCustomer(store.admin, id);
  const change = (id: string, vatNumber: string | null) =>
    customers.updateCustomer(store.admin, id, { vatNumber });
  const lastCheck = () => domain.enqueuedVatChecks.at(-1) ?? expect.fail('No check was started');
  const run = (check = lastCheck()) => customers.runVatCheck(domain.system, vies, check);
  const evidence = (check = lastCheck()): Promise<VatCheckModel> =>
    domain.system.db.vatCheck.findFirstOrThrow({ where: check });

  return {
    clock,
    get domain() {
      return domain;
    },
    get store() {
      return store;
    },
    set store(other) {
      store = other;
    },
    get service() {
      return service;
    },
    get vies() {
      return vies;
    },
    set vies(other) {
      vies = other;
    },
    create,
    get,
    change,
    lastCheck,
    run,
    evidence,
  };
}
