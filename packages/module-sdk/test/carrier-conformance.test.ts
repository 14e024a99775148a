import { expect } from 'chai';
import type { Carrier, NewLabel, Parcel } from '../src/index.ts';
import { carrierConformance } from '../src/testing.ts';

const PARCEL: Parcel = {
  ...{ weightGrams: 1000, quantity: 1, fromCountry: 'DE', currency: 'EUR' },
  to: { country: 'DE', region: null, postalCode: '10117', city: 'Berlin' },
};
const PERSON = {
  ...{ name: 'Ada', company: null, line1: 'Teegasse 1', line2: null, phone: null },
  ...{ postalCode: '10117', city: 'Berlin', region: null, country: 'DE' },
};
const LABEL = {
  ...{ service: 'parcel', orderNumber: 1001, weightGrams: 1000, currency: 'EUR' },
  ...{ from: PERSON, to: PERSON, goods: [] },
};
const down = () => Promise.reject(new Error('503'));
const FAILING: Carrier = { name: 'failing', rates: down, createLabel: down, cancelLabel: down };
const madeUnder = (carrierLabelId: string, file = '%PDF-1.4') => ({
  ...{ ok: true as const, carrierLabelId, trackingNumber: null, trackingUrl: null },
  file: Buffer.from(file),
});
const refusal = { ok: false as const, error: 'It is too heavy' };
const GOOD: Required<Carrier> = {
  ...{ name: 'good', title: 'Good Post' },
  rates: async ({ weightGrams }) => (weightGrams > 9000 ? [] : [{ service: 'parcel', amount: 490n }]),
  createLabel: async ({ labelId, weightGrams }) => (weightGrams > 9000 ? refusal : madeUnder(labelId)),
  cancelLabel: async () => ({ ok: true }),
};

async function failedOf(carrier: Carrier, failing = FAILING): Promise<string[]> {
  const failed: string[] = [];
  const tooHeavy = { weightGrams: 10_000 };
  const scene = {
    ...{ carrier, failing, parcel: PARCEL, refusedParcel: { ...PARCEL, ...tooHeavy } },
    ...{ label: LABEL, refusedLabel: { ...LABEL, ...tooHeavy } },
  };
  for (const { name, run } of carrierConformance(() => scene)) await run().catch(() => failed.push(name));
  return failed;
}

const MADE = 'makes a label that can be printed, with its id';
const ONCE = 'makes one label for a labelId, also of two requests at once';

describe('the conformance suite of carriers', () => {
  it('passes a carrier that keeps to it', async () => {
    expect(await failedOf(GOOD)).to.deep.equal([]);
  });

  let count = 0n;
  const rates = async () => [{ service: 'parcel', amount: 490n }];
  for (const [what, broken, tests] of [
    ['has a title that says nothing', { title: ' ' }, ['has a title that shoppers read, or none']],
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
    [
      'makes a label that can’t be printed',
      {
        createLabel: async (of: NewLabel) => ({
          ...(await GOOD.createLabel(of)),
          file: Buffer.from('<html>'),
        }),
      },
      [MADE, ONCE],
    ],
    [
      'makes two labels for one id',
      {
        async createLabel(of: NewLabel) {
          count += 1n;
          return of.weightGrams > 9000 ? refusal : madeUnder(`${count}`);
        },
      },
      [ONCE],
    ],
    [
      'throws where it refuses a label',
      { createLabel: async (of: NewLabel) => (of.weightGrams > 9000 ? down() : GOOD.createLabel(of)) },
      ['refuses a label with the reason, instead of throwing'],
    ],
    [
      'refuses to cancel what is cancelled',
      {
        async cancelLabel() {
          count += 1n;
          return count % 2n === 0n ? { ok: true as const } : refusal;
        },
      },
      ['cancels a label, and once more'],
    ],
  ] as const)
    it(`fails a carrier that ${what}`, async () => {
      expect(await failedOf({ ...GOOD, name: 'broken', ...broken })).to.deep.equal(tests);
    });

  it('fails a carrier that has no rates while its service fails', async () => {
    const failed = await failedOf(GOOD, { ...FAILING, rates: async () => [] });

    expect(failed).to.deep.equal(['throws while its service fails, instead of having no rates']);
  });

  it('fails a carrier that refuses a label while its service fails', async () => {
    const failed = await failedOf(GOOD, { ...FAILING, createLabel: async () => refusal });

    expect(failed).to.deep.equal(['throws while its service fails, instead of refusing a label']);
  });
});
