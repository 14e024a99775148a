import { expect } from 'chai';
import type { Carrier, Parcel } from '../src/index.ts';
import { carrierConformance } from '../src/testing.ts';

const PARCEL: Parcel = {
  ...{ weightGrams: 1000, quantity: 1, fromCountry: 'DE', currency: 'EUR' },
  to: { country: 'DE', region: null, postalCode: '10117', city: 'Berlin' },
};
const FAILING: Carrier = { name: 'failing', rates: () => Promise.reject(new Error('503')) };
const GOOD: Carrier = {
  name: 'good',
  rates: async ({ weightGrams }) => (weightGrams > 9000 ? [] : [{ service: 'parcel', amount: 490n }]),
};

async function failedOf(carrier: Carrier, failing = FAILING): Promise<string[]> {
  const failed: string[] = [];
  const scene = { carrier, failing, parcel: PARCEL, refusedParcel: { ...PARCEL, weightGrams: 10_000 } };
  for (const { name, run } of carrierConformance(() => scene)) await run().catch(() => failed.push(name));
  return failed;
}

describe('the conformance suite of carriers', () => {
  it('passes a carrier that keeps to it', async () => {
    expect(await failedOf(GOOD)).to.deep.equal([]);
  });

  let count = 0n;
  const rates = async () => [{ service: 'parcel', amount: 490n }];
  for (const [what, broken, tests] of [
    [
      'says a service twice',
      { rates: async (of: Parcel) => [...(await GOOD.rates(of)), ...(await GOOD.rates(of))] },
      ['has rates for a parcel, each of a service of its own'],
    ],
    [
      'says an amount below nothing',
      { rates: async (of: Parcel) => (await GOOD.rates(of)).map((rate) => ({ ...rate, amount: -1n })) },
      ['has rates for a parcel, each of a service of its own'],
    ],
    [
      'says another amount each time',
      {
        async rates(of: Parcel) {
          count += 1n;
          return (await GOOD.rates(of)).map((rate) => ({ ...rate, amount: count }));
        },
      },
      ['says the same of the same parcel'],
    ],
    [
      'fails for what weighs nothing',
      {
        rates: async (of: Parcel) => (of.weightGrams === 0 ? Promise.reject(new Error('0')) : GOOD.rates(of)),
      },
      ['has rates for a parcel that weighs nothing'],
    ],
    ['takes what it takes nowhere', { rates }, ['has none for a parcel that it takes nowhere']],
  ] as const)
    it(`fails a carrier that ${what}`, async () => {
      expect(await failedOf({ name: 'broken', ...broken })).to.deep.equal(tests);
    });

  it('fails a carrier that has no rates while its service fails', async () => {
    const failed = await failedOf(GOOD, { name: 'silent', rates: async () => [] });

    expect(failed).to.deep.equal(['throws while its service fails, instead of having no rates']);
  });
});
