import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { createShop, useShopOfEach } from '../store/shop.ts';

describe('/admin/v1/discounts', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const percentage = { code: 'spring', kind: 'percentage', basisPoints: 1000 };

  it('creates, gets, lists, changes and deletes a discount', async () => {
    const created = (await shop.admin('POST', '/discounts', { ...percentage, usageLimit: 5 })).expect(201);
    const changed = (
      await shop.admin('PATCH', `/discounts/${created.id}`, { basisPoints: 2000, usageLimit: null })
    ).expect(200);
    const listed = (await shop.admin('GET', '/discounts')).expect(200);
    (await shop.admin('DELETE', `/discounts/${created.id}`)).expect(204);

    expect(created).to.include({
      code: 'SPRING',
      basisPoints: 1000,
      amount: null,
      usageLimit: 5,
      timesUsed: 0,
    });
    expect(changed).to.include({ basisPoints: 2000, usageLimit: null, active: true, version: 2 });
    expect(listed).to.deep.equal({ items: [changed], total: 1, page: 1, pageSize: 20 });
    (await shop.admin('GET', `/discounts/${created.id}`)).refused('not_found');
    (await shop.admin('DELETE', `/discounts/${created.id}`)).refused('not_found');
  });

  it('gives a code to one discount, whatever its case, also to parallel requests', async () => {
    const answers = await Promise.all(
      ['SALE', 'sale', 'Sale', 'sALE'].map((code) =>
        shop.admin('POST', '/discounts', { ...percentage, code }),
      ),
    );

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.lengthOf(3);
    for (const answer of refused) answer.refused('duplicate_code');
    const another = (await shop.admin('POST', '/discounts', percentage)).expect(201);
    (await shop.admin('PATCH', `/discounts/${another.id}`, { code: 'sale' })).refused('duplicate_code');
    expect((await shop.admin('GET', '/discounts')).body.total).to.equal(2);
  });

  for (const [what, terms] of Object.entries({
    'a percentage without one': { code: 'A', kind: 'percentage' },
    'a percentage above the whole': { code: 'A', kind: 'percentage', basisPoints: 10_001 },
    'a percentage with an amount': { ...percentage, amount: 100 },
    'an amount without one': { code: 'A', kind: 'amount' },
    'an amount of nothing': { code: 'A', kind: 'amount', amount: 0 },
    'free shipping with a percentage': { code: 'A', kind: 'free_shipping', basisPoints: 100 },
    'an end before the start': {
      ...percentage,
      startsAt: '2026-02-01T00:00:00Z',
      endsAt: '2026-01-01T00:00:00Z',
    },
    'a code with a space': { ...percentage, code: 'two words' },
    'a limit of none': { ...percentage, usageLimit: 0 },
  })) {
    it(`refuses ${what}, and writes nothing`, async () => {
      (await shop.admin('POST', '/discounts', terms)).refused('validation_failed');

      expect((await shop.admin('GET', '/discounts')).body.total).to.equal(0);
    });
  }

  it('refuses a change that doesn’t fit what is stored', async () => {
    const { id } = (
      await shop.admin('POST', '/discounts', { ...percentage, startsAt: '2026-02-01T00:00:00Z' })
    ).expect(201);

    (await shop.admin('PATCH', `/discounts/${id}`, { amount: 100 })).refused('validation_failed');
    (await shop.admin('PATCH', `/discounts/${id}`, { endsAt: '2026-01-01T00:00:00Z' })).refused(
      'validation_failed',
    );

    expect((await shop.admin('GET', `/discounts/${id}`)).body).to.include({ version: 1, endsAt: null });
  });

  it("knows nothing of another store's discounts", async () => {
    const other = await createShop(api);
    const { id } = (await shop.admin('POST', '/discounts', percentage)).expect(201);

    (await other.admin('GET', `/discounts/${id}`)).refused('not_found');
    (await other.admin('PATCH', `/discounts/${id}`, { active: false })).refused('not_found');
    (await other.admin('DELETE', `/discounts/${id}`)).refused('not_found');
    (await other.admin('PATCH', `/discounts/${randomUUID()}`, {})).refused('not_found');
    expect((await shop.admin('GET', `/discounts/${id}`)).body).to.include({ active: true, version: 1 });
  });
});
