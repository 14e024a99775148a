import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { createShop, useShopOfEach } from '../store/shop.ts';

describe('/admin/v1/discounts/{id}/codes', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const TENTH = { kind: 'percentage', basisPoints: 1000 };
  const discount = async (terms: object = {}) =>
    (
      await shop.admin('POST', '/discounts', { code: 'MAIL', ...TENTH, singleUseCodes: true, ...terms })
    ).expect(201);
  const codesOf = async (id: string) => (await shop.admin('GET', `/discounts/${id}/codes`)).expect(200);
  const apply = (cartId: string, code: string) => shop.send('POST', `/${cartId}/discount-code`, { code });
  const cart = async () => shop.fullCart({ [(await shop.variant({ priceAmount: 1000 })).id]: 1 });

  async function coded(count: number) {
    const { id } = await discount();
    (await shop.admin('POST', `/discounts/${id}/codes`, { count })).expect(201);
    const { items } = await codesOf(id);
    return { id, codes: items.map(({ code }: { code: string }) => code) as string[] };
  }

  it('are generated, listed, and exported', async () => {
    const { id } = await discount();
    const first = (await shop.admin('POST', `/discounts/${id}/codes`, { count: 3 })).expect(201);
    const second = (await shop.admin('POST', `/discounts/${id}/codes`, { count: 2 })).expect(201);

    const listed = await codesOf(id);
    const csv = await fetch(`${api.url}/admin/v1/discounts/${id}/codes/export`, {
      headers: { authorization: `Bearer ${shop.store.token()}` },
    });

    expect([first, second].map(({ created, total }) => [created, total])).to.deep.equal([
      [3, 3],
      [2, 5],
    ]);
    expect(listed.total).to.equal(5);
    for (const { code, used } of listed.items) {
      expect(code).to.match(/^MAIL-[2-9A-HJ-NP-Z]{10}$/);
      expect(used).to.equal(false);
    }
    const lines = (await csv.text()).trim().split('\n');
    expect(lines[0]).to.equal('code,used,createdAt');
    expect(lines.slice(1).map((line: string) => line.split(',')[0])).to.deep.equal(
      listed.items.map(({ code }: { code: string }) => code),
    );
  });

  it('are each for one order, also of two at once, and come back when it is cancelled', async () => {
    const { id, codes } = await coded(2);
    const [code = '', other = ''] = codes;
    const carts = [await cart(), await cart()];
    for (const cartId of carts)
      expect((await apply(cartId, code.toLowerCase())).expect(200)).to.include({ discountTotal: 100 });

    const answers = await Promise.all(carts.map((cartId) => shop.checkOut(cartId)));

    const placed = answers.filter(({ status }) => status === 201);
    expect(placed).to.have.lengthOf(1);
    for (const answer of answers) if (answer.status !== 201) answer.refused('discount_not_applicable');
    const orderId = placed[0]?.body.order.id;
    expect(await shop.getOrder(orderId)).to.deep.include({
      discountCode: code,
      discounts: [{ code, title: code, kind: 'percentage', amount: 100 }],
    });
    (await apply(await cart(), code)).refused('discount_not_applicable');
    (await apply(await cart(), other)).expect(200);
    expect((await codesOf(id)).items.map(({ used }: { used: boolean }) => used)).to.deep.equal([true, false]);
    (await shop.act(orderId, 'cancel')).expect(200);
    (await apply(await cart(), code)).expect(200);
    expect((await shop.admin('GET', `/discounts/${id}`)).body).to.include({ timesUsed: 0 });
  });

  it('leave the discount’s own code without effect', async () => {
    await coded(1);

    (await apply(await cart(), 'MAIL')).refused('discount_not_applicable');
  });

  it('are at most 10,000, of a discount that has them, in its own store', async () => {
    const { id } = await discount();
    const plain = await discount({ code: 'PLAIN', singleUseCodes: false });
    (await shop.admin('POST', `/discounts/${id}/codes`, { count: 10_000 })).expect(201);
    const other = await createShop(api);

    (await shop.admin('POST', `/discounts/${id}/codes`, { count: 1 })).refused('too_many_discount_codes');
    (await shop.admin('POST', `/discounts/${id}/codes`, { count: 10_001 })).refused('validation_failed');
    (await shop.admin('POST', `/discounts/${plain.id}/codes`, { count: 1 })).refused('validation_failed');
    (await other.admin('POST', `/discounts/${id}/codes`, { count: 1 })).refused('not_found');
    (await other.admin('GET', `/discounts/${id}/codes`)).refused('not_found');
    (await other.admin('GET', `/discounts/${id}/codes/export`)).refused('not_found');
    const both = { code: 'BOTH', ...TENTH, automatic: true, singleUseCodes: true };
    (await shop.admin('POST', '/discounts', both)).refused('validation_failed');

    expect((await codesOf(id)).total).to.equal(10_000);
    expect((await codesOf(plain.id)).total).to.equal(0);
  });
});
