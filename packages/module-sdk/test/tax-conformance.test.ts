import { expect } from 'chai';
import type { TaxDocument, TaxProvider, TaxQuestion } from '../src/index.ts';
import { type TaxScene, taxConformance } from '../src/testing.ts';

const QUESTION: TaxQuestion = {
  ...{ currency: 'USD', pricesIncludeTax: false, fromCountry: 'US', shippingAmount: 500n },
  to: { country: 'US', region: 'NY', postalCode: '10013', city: 'New York' },
  goods: ['standard', 'food'].map((taxClass) => ({
    ...{ variantId: `of-${taxClass}`, sku: taxClass, taxClass, quantity: 2, amount: 2000n },
  })),
};
const FAILING: TaxProvider = { name: 'failing', rates: () => Promise.reject(new Error('503')) };
const GOOD: TaxProvider = {
  name: 'good',
  rates: async ({ goods, to }) => ({
    goods: goods.map(({ taxClass }) => (to.region === 'NY' && taxClass !== 'food' ? 887.5 : 0)),
    shipping: null,
  }),
};

const INVOICE: TaxDocument = {
  ...{
    id: 'one',
    kind: 'invoice',
    number: '1',
    issuedOn: '2026-03-01',
    orderNumber: 1001,
    invoiceNumber: '1',
  },
  ...{ cancelsNumber: null, currency: 'USD', fromCountry: 'US', to: null, exemption: null, goods: [] },
  ...{ taxes: [], total: 2000n },
};
const DOCUMENTS = { invoice: INVOICE, creditNote: { ...INVOICE, id: 'two', kind: 'credit_note' as const } };

async function failedOf(
  provider: TaxProvider,
  failing = FAILING,
  recording: Pick<TaxScene, 'documents' | 'countRecorded'> = {},
): Promise<string[]> {
  const failed: string[] = [];
  const untaxed = { ...QUESTION, to: { ...QUESTION.to, region: 'OR' } };
  const scene = { provider, failing, question: QUESTION, untaxed, ...recording };
  for (const { name, run } of taxConformance(() => scene)) await run().catch(() => failed.push(name));
  return failed;
}

describe('the conformance suite of tax providers', () => {
  it('passes one that keeps to it', async () => {
    expect(await failedOf(GOOD)).to.deep.equal([]);
  });

  const HAS_RATES = 'has a rate for each of the goods, and one for shipping or that of the goods';
  const LONGEST = 'has rates for the longest cart, and for one of which nothing is paid';
  const UNTAXED = 'has rates of 0 where the goods aren’t taxed';
  const always =
    (goods: number, shipping: number | null = null) =>
    async (of: TaxQuestion) => ({
      ...{ goods: of.goods.map(() => goods), shipping },
    });
  let count = 0;
  for (const [what, rates, tests] of [
    ['taxes everywhere', always(400), [UNTAXED]],
    ['taxes nowhere', always(0), [HAS_RATES]],
    ['takes tax off', always(400, -1), [HAS_RATES, LONGEST, UNTAXED]],
    ['says a rate of three decimals', always(887.505), [HAS_RATES, LONGEST, UNTAXED]],
    [
      'leaves goods out',
      async (of: TaxQuestion) => ({ ...(await GOOD.rates(of)), goods: [887.5] }),
      [HAS_RATES, LONGEST, UNTAXED],
    ],
    [
      'says another rate each time',
      async (of: TaxQuestion) => {
        count += 1;
        return { ...(await GOOD.rates(of)), shipping: count };
      },
      ['says the same of the same question'],
    ],
    [
      'says its rates in an order of its own',
      async (of: TaxQuestion) => {
        const { goods, shipping } = await GOOD.rates(of);
        return { goods: goods.toSorted((a, b) => b - a), shipping };
      },
      ['says the rates in the order of the goods'],
    ],
    [
      'fails for goods of which nothing is paid',
      async (of: TaxQuestion) => (of.shippingAmount === 0n ? Promise.reject(new Error('0')) : GOOD.rates(of)),
      [LONGEST],
    ],
  ] as const)
    it(`fails one that ${what}`, async () => {
      expect(await failedOf({ name: 'broken', rates })).to.deep.equal(tests);
    });

  it('passes one that records documents by their ids, and fails one that doesn’t, or that hides a failure', async () => {
    const [byId, each] = [new Set<string>(), [] as string[]];
    const recording = (record: (id: string) => unknown): TaxProvider => ({
      ...GOOD,
      recordDocument: async ({ id }) => void record(id),
    });
    const good = recording((id) => byId.add(id));
    const counted = { documents: DOCUMENTS, countRecorded: () => byId.size };

    expect(await failedOf(good, FAILING, counted)).to.deep.equal([]);
    expect(
      await failedOf(
        recording((id) => each.push(id)),
        FAILING,
        {
          ...{ documents: DOCUMENTS, countRecorded: () => each.length },
        },
      ),
    ).to.deep.equal(['records a document once, however often it comes']);
    expect(await failedOf(good, { ...FAILING, recordDocument: async () => {} }, counted)).to.deep.equal([
      'throws while its service fails, instead of having recorded a document',
    ]);
  });

  it('fails one that has no tax while its service fails', async () => {
    const failed = await failedOf(GOOD, { name: 'silent', rates: always(0) });

    expect(failed).to.deep.equal(['throws while its service fails, instead of having no tax']);
  });
});
