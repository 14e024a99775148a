import { inTransaction } from '@service/core';
import { Prisma } from '@service/db';
import { openTestEnv, untilWaitedFor, useFixture } from '@service/testing';
import { expect } from 'chai';
import type { Answer } from '../../client.ts';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper, type Shopper } from '../shopper.ts';

describe('a checkout that waits for the stock of a variant', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  /** Connections of its own, from which rows are held. */
  const holder = useFixture(() => openTestEnv(), { close: (env) => env.close() });

  /** Does something while the variant is held and the checkout waits for it. */
  async function checkOutLate(
    cartId: string,
    variantId: string,
    meanwhile: () => Promise<void>,
    shopper: Shopper = shop,
  ): Promise<Answer> {
    const ctx = holder.system.forTenant(shop.store.tenantId, { kind: 'system' });
    const { answer } = await inTransaction(ctx, async (tx) => {
      await tx.db.sql`
        SELECT id FROM variants WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${variantId}::uuid FOR UPDATE`;
      const checkingOut = shopper.checkOut(cartId);
      await untilWaitedFor(tx, api.env.system, 'the checkout');
      await meanwhile();
      return { answer: checkingOut };
    });
    return answer;
  }
  const isFree = async (table: 'variants' | 'discounts', id: string) => {
    const rows = await api.env.system.db.sql`
      SELECT id FROM ${Prisma.raw(table)}
      WHERE tenant_id = ${shop.store.tenantId}::uuid AND id = ${id}::uuid FOR UPDATE SKIP LOCKED`;
    return rows.length === 1;
  };
  async function discountedCart() {
    const terms = { code: 'TENTH', kind: 'percentage', basisPoints: 1000 };
    const discount = (await shop.admin('POST', '/discounts', terms)).expect(201);
    const variant = await shop.variant();
    const cartId = await shop.fullCart({ [variant.id]: 1 });
    (await shop.send('POST', `/${cartId}/discount-code`, { code: 'TENTH' })).expect(200);
    return { discount, variant, cartId };
  }

  it('locks variants in the order of their ids, so that two carts never wait in a circle', async () => {
    // So many that neither the order of the table nor that of a hash is the one of the ids by chance.
    const variants = await Promise.all(Array.from({ length: 16 }, () => shop.variant()));
    const [first = '', ...others] = variants.map(({ id }) => id).sort();
    const cartId = await shop.fullCart(Object.fromEntries(variants.map(({ id }) => [id, 1])));

    const answer = await checkOutLate(cartId, first, async () => {
      for (const id of others) expect(await isFree('variants', id), id).to.equal(true);
    });

    answer.expect(201);
  });

  it('doesn’t hold the discount yet, which a cancellation takes after the stock, too', async () => {
    const { discount, variant, cartId } = await discountedCart();

    const answer = await checkOutLate(cartId, variant.id, async () => {
      expect(await isFree('discounts', discount.id)).to.equal(true);
    });

    answer.expect(201);
  });

  it('is refused when the discount changes meanwhile, and uses nothing of it', async () => {
    const { discount, variant, cartId } = await discountedCart();

    const answer = await checkOutLate(cartId, variant.id, async () => {
      (await shop.admin('PATCH', `/discounts/${discount.id}`, { basisPoints: 2000 })).expect(200);
    });

    answer.refused('discount_not_applicable');
    expect((await shop.admin('GET', `/discounts/${discount.id}`)).expect(200)).to.include({ timesUsed: 0 });
    expect((await shop.admin('GET', '/orders')).expect(200).total).to.equal(0);
  });

  it('is refused a first order’s discount when its customer has ordered meanwhile', async () => {
    const shopper = createShopper(api, shop.store, (await shop.store.customer()).token);
    const discountedBy = async (code: string) => {
      const terms = { code, kind: 'percentage', basisPoints: 1000, firstOrder: true };
      const discount = (await shop.admin('POST', '/discounts', terms)).expect(201);
      const variant = await shop.variant();
      const cartId = await shopper.fullCart({ [variant.id]: 1 });
      (await shopper.send('POST', `/${cartId}/discount-code`, { code })).expect(200);
      return { discount, variant, cartId };
    };
    const [late, first] = [await discountedBy('HELLO'), await discountedBy('WELCOME')];

    const answer = await checkOutLate(
      late.cartId,
      late.variant.id,
      async () => {
        (await shopper.checkOut(first.cartId)).expect(201);
      },
      shopper,
    );

    answer.refused('discount_not_applicable');
    expect((await shop.admin('GET', `/discounts/${late.discount.id}`)).expect(200)).to.include({
      timesUsed: 0,
    });
    expect((await shop.admin('GET', '/orders')).expect(200).total).to.equal(1);
    (await shop.act((await shop.admin('GET', '/orders')).expect(200).items[0].id, 'cancel')).expect(200);
    (await shopper.checkOut(late.cartId)).expect(201);
  });
});
