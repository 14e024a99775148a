import { randomUUID } from 'node:crypto';
import { createStore, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../../harness.ts';

describe('GET /admin/v1/orders/{id}', () => {
  const api = useApi();
  const store = useStore(api);

  const get = (id: string, token = store.token(['orders:read'])) =>
    api.request('GET', `/admin/v1/orders/${id}`, { token });

  it('returns the order with its lines, history and payments', async () => {
    const id = await store.order();

    const order = (await get(id)).expect(200);

    expect(order).to.deep.include({
      id,
      number: 1001,
      status: 'pending',
      total: 1250,
      shippingAddress: TEST_ADDRESS,
    });
    expect(order.lines).to.have.length(1);
    expect(order.history.map(({ status }: { status: string }) => status)).to.deep.equal(['pending']);
    expect(order.payments.map(({ provider }: { provider: string }) => provider)).to.deep.equal(['fake']);
  });

  it('returns its history in the order of its moves, also when they are of one moment', async () => {
    const id = await store.order();
    const { db } = store.admin;
    const { createdAt } = await db.orderHistoryEntry.findFirstOrThrow({ where: { orderId: id } });
    const moves = [
      'pending',
      'paid',
      'shipped',
      'partially_refunded',
      'partially_refunded',
      'refunded',
      'paid',
    ];
    for (const [index, previousStatus] of moves.slice(0, -1).entries()) {
      const status = moves[index + 1] as string;
      const entry = { tenantId: store.tenantId, orderId: id, status, previousStatus, createdAt };
      await db.orderHistoryEntry.create({ data: { ...entry, actor: 'storefront' } });
    }

    const { history } = (await get(id)).expect(200);

    expect(history.map(({ status }: { status: string }) => status)).to.deep.equal(moves);
  });

  it('returns 404 for an order that is unknown, and for one of another store', async () => {
    const other = await createStore(api.env.system);
    const id = await other.order();

    (await get(randomUUID())).refused('not_found');
    (await get(id)).refused('not_found');

    (await get(id, other.token())).expect(200);
  });

  for (const id of [
    '1001',
    'not-a-uuid',
    `urn:uuid:${randomUUID()}`,
    `${randomUUID()}0`,
    '%00',
    '%F0%9F%98%80',
  ]) {
    it(`refuses the id ${id.replace(/[0-9a-f-]{36}/, '<uuid>')}`, async () => {
      const { errors } = (await get(id)).refused('validation_failed');

      expect(errors?.map(({ path }) => path)).to.deep.equal(['/params/id']);
    });
  }

  it('refuses a path that can’t be decoded', async () => {
    (await get('%E0%A4%A')).refused('malformed_path');
  });
});
