import { privacy, type SystemContext } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { type Shopper, useCustomerScene } from '../../store/customers/scene.ts';

describe('the erasure of a customer who stands in thousands of rows', () => {
  const scene = useCustomerScene();

  /** A worker that dies when it has taken one step. */
  async function takeStep(): Promise<void> {
    let left = 1;
    const { system } = scene.api.env;
    const dying: SystemContext = {
      ...system,
      forTenant(...of) {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return system.forTenant(...of);
      },
    };
    await privacy.processErasures(dying);
  }

  /** The numbers that `count` has after each step, until the erasure is completed. */
  async function stepsOf({ id }: Shopper, count: () => Promise<number>): Promise<number[]> {
    (await scene.admin('POST', `/customers/${id}/erasure`)).expect(202);
    scene.clock.advance(MINUTE_MS);
    const counts = [await count()];
    for (;;) {
      await takeStep();
      const now = await count();
      if (now !== counts.at(-1)) counts.push(now);
      const { status } = (await scene.admin('GET', `/customers/${id}/erasure`)).expect(200);
      if (status === 'completed') return counts;
    }
  }

  const many = <Item>(length: number, make: (index: number) => Item) =>
    Array.from({ length }, (_, index) => make(index));

  it('deletes 500 carts or messages in one transaction at most', async () => {
    const [ada, other] = [await scene.shopper(), await scene.shopper()];
    const { tenantId, admin } = scene.store;
    const { cart, mail } = admin.db;
    const createdAt = scene.clock.now();
    await mail.deleteMany({ where: { customerId: ada.id } });
    await cart.createMany({
      data: many(501, () => ({ tenantId, currency: 'EUR', customerId: ada.id, updatedAt: createdAt })),
    });
    await mail.createMany({
      data: many(1001, () => ({
        ...{ tenantId, kind: 'email_taken', recipient: ada.email, data: {}, customerId: ada.id, createdAt },
        status: 'sent',
      })),
    });
    const where = { customerId: ada.id };
    const before = await mail.count({ where: { customerId: other.id } });

    const counts = await stepsOf(
      ada,
      async () => (await cart.count({ where })) + (await mail.count({ where })),
    );

    expect(counts).to.deep.equal([1502, 1002, 1001, 501, 1, 0]);
    expect(await mail.count({ where: { customerId: other.id } })).to.equal(before);
  });

  it('looks at 1,000 notices in one transaction at most, and leaves out none', async () => {
    const ada = await scene.shopper();
    (await scene.ask('POST', '/customers/verify', { token: await scene.tokenTo(ada.email) })).expect(200);
    const { tenantId, admin } = scene.store;
    const { adminNotification } = admin.db;
    await adminNotification.deleteMany();
    const notice = { tenantId, kind: 'told', title: 'A question' };
    await adminNotification.createMany({
      data: many(2001, (index) => ({
        ...notice,
        // The address of another person, which has that of Ada in it, is found each time and stays.
        detail: index % 2 ? `from ${ada.email}` : `from x${ada.email}`,
      })),
    });
    const where = { detail: { equals: `from ${ada.email}` } };

    const counts = await stepsOf(ada, () => adminNotification.count({ where }));

    expect(counts[0]).to.equal(1000);
    expect(counts.at(-1)).to.equal(0);
    expect(counts).to.have.length.above(2);
    expect(await adminNotification.count({ where: { detail: `from x${ada.email}` } })).to.equal(1001);
    expect(await adminNotification.count({ where: { detail: 'from [erased]' } })).to.equal(1000);
  });
});
