import { expect } from 'chai';
import { EU_RATES_READ_ON, EU_REDUCED_RATES, EU_STANDARD_RATES, isExport } from './eu-rates.ts';
import { type TaxQuestion, taxOf } from './tax-rule.ts';

const sale: TaxQuestion = {
  storeCountry: 'DE',
  destination: 'FR',
  ownRates: [],
  customer: null,
  today: '2026-03-01',
};
/** What goods of the standard class bear, beside what is said of the sale. */
const answerTo = (question: TaxQuestion, taxClass = 'standard') => {
  const { on, ...answer } = taxOf(question);
  const { exempt: _, ...tax } = on(taxClass);
  return { ...answer, ...tax };
};
const valid = (vatCountry: string | null) => ({ taxExempt: false, vatStatus: 'valid', vatCountry });
const exempt = { taxExempt: true, vatStatus: null, vatCountry: null };

describe('taxOf', () => {
  it('knows the standard rate of every member state, oldest first', () => {
    expect(Object.keys(EU_STANDARD_RATES)).to.have.lengthOf(27);
    for (const rates of Object.values(EU_STANDARD_RATES)) {
      const days = rates.map(({ validFrom }) => validFrom);
      expect(days).to.deep.equal(days.toSorted());
    }
  });

  it('changes a rate on its day', () => {
    const on = (day: string) => answerTo({ ...sale, destination: 'FI', today: day }).rateBasisPoints;

    expect(on('2024-08-31')).to.equal(2400);
    expect(on('2024-09-01')).to.equal(2550);
  });

  it('charges nothing on what leaves the EU, and only entered rates for a store outside of it', () => {
    expect(answerTo({ ...sale, destination: 'CH' }).rateBasisPoints).to.equal(0);
    expect(answerTo({ ...sale, storeCountry: 'US' }).rateBasisPoints).to.equal(0);
    const ownRates = [{ country: 'FR', rateBasisPoints: 2000 }];
    expect(answerTo({ ...sale, storeCountry: 'US', ownRates }).rateBasisPoints).to.equal(2000);
  });

  it('taxes goods for Monaco as goods for France', () => {
    const toMonaco = { ...sale, destination: 'MC' };
    expect(answerTo(toMonaco).rateBasisPoints).to.equal(2000);
    expect(answerTo({ ...toMonaco, customer: valid('FR') }).reverseCharge).to.equal(true);
    expect(answerTo({ ...toMonaco, storeCountry: 'FR', customer: valid('IT') }).reverseCharge).to.equal(
      false,
    );
    expect(isExport('DE', { country: 'MC' })).to.equal(false);
  });

  for (const [place, country, postalCode] of [
    ['Helgoland', 'DE', '27498'],
    ['Büsingen', 'DE', 'D-78266'],
    ['Gran Canaria', 'ES', '35001'],
    ['Tenerife', 'ES', '38 001'],
    ['Ceuta', 'ES', '51001'],
    ['Melilla', 'ES', '52001'],
    ['Åland', 'FI', 'FI-22100'],
    ['Réunion', 'FR', '97400'],
    ['New Caledonia', 'FR', '98800'],
    ['Mount Athos', 'GR', '630 86'],
    ['Livigno', 'IT', '23041'],
    ['Campione d’Italia', 'IT', '22061'],
  ] as const)
    it(`charges nothing on what goes to ${place}, which is an export, also at home`, () => {
      const ownRates = [{ country, rateBasisPoints: 700 }];
      for (const storeCountry of [country, 'AT'])
        for (const customer of [null, valid('FR')])
          expect(
            answerTo({ ...sale, storeCountry, destination: country, postalCode, ownRates, customer }),
          ).to.include({ rateBasisPoints: 0, reverseCharge: false });
      expect(isExport(country, { country, postalCode })).to.equal(true);
    });

  for (const [country, postalCode] of [
    ['DE', '27499'],
    ['ES', '07001'],
    ['FI', '20100'],
    ['FR', '98000'],
    ['GR', '10431'],
    ['IT', '23030'],
    ['ES', ''],
  ] as const)
    it(`charges the rate of ${country} at ${postalCode || 'no postal code'}`, () => {
      expect(answerTo({ ...sale, destination: country, postalCode }).rateBasisPoints).to.be.above(0);
      expect(isExport('AT', { country, postalCode })).to.equal(false);
    });

  it('takes Northern Ireland as a member state, with the rate of the United Kingdom', () => {
    const toBelfast = { ...sale, destination: 'GB', postalCode: 'BT1 5GS' };

    expect(answerTo(toBelfast)).to.include({ country: 'GB', rateBasisPoints: 2000, reverseCharge: false });
    expect(answerTo({ ...toBelfast, customer: valid('XI') })).to.include({
      rateBasisPoints: 0,
      reverseCharge: true,
    });
    expect(answerTo({ ...toBelfast, customer: valid('DE') }).reverseCharge).to.equal(false);
    expect(answerTo({ ...toBelfast, storeCountry: 'US' }).rateBasisPoints).to.equal(0);
    expect(answerTo({ ...toBelfast, postalCode: 'SW1A 2AA' }).rateBasisPoints).to.equal(0);
    expect(isExport('DE', { country: 'GB', postalCode: 'bt15gs' })).to.equal(false);
  });

  it('lets the latest own rate that has begun go before the table', () => {
    const ownRates = [
      { country: 'FR', rateBasisPoints: 3, validFrom: '2026-03-02' },
      { country: 'FR', rateBasisPoints: 2, validFrom: '2026-03-01' },
      { country: 'FR', rateBasisPoints: 1 },
      { country: 'IT', rateBasisPoints: 4 },
    ];

    expect(answerTo({ ...sale, ownRates }).rateBasisPoints).to.equal(2);
  });

  it('charges goods of a class their own rate, and of one without a rate the standard one', () => {
    const ownRates = [{ country: 'FR', taxClass: 'books', rateBasisPoints: 550 }];
    const rates = (storeCountry: string) =>
      ['standard', 'reduced', 'books', 'food', 'zero', 'exempt'].map(
        (taxClass) => answerTo({ ...sale, storeCountry, ownRates }, taxClass).rateBasisPoints,
      );

    expect(rates('DE')).to.deep.equal([2000, 1000, 550, 2000, 0, 0]);
    expect(rates('US')).to.deep.equal([0, 0, 550, 0, 0, 0]);
    expect(answerTo({ ...sale, destination: 'DK' }, 'reduced').rateBasisPoints).to.equal(2500);
    expect(taxOf(sale).on('exempt').exempt).to.equal(true);
    expect(taxOf(sale).on('zero').exempt).to.equal(false);
  });

  it('knows for each class what a relieved buyer’s prices include', () => {
    const { on } = taxOf({ ...sale, customer: valid('FR') });

    expect(['standard', 'reduced', 'zero'].map((each) => on(each).relievedRateBasisPoints)).to.deep.equal([
      1900, 700, 0,
    ]);
  });

  it('lets the rate that names the place most exactly go before others, whenever they begin', () => {
    const ownRates = [
      { country: 'US', rateBasisPoints: 100, validFrom: '2026-02-01' },
      { country: 'US', region: 'NY', rateBasisPoints: 400 },
      { country: 'US', region: 'ny', postalCode: '100*', rateBasisPoints: 887 },
      { country: 'US', postalCode: '10000-10999', rateBasisPoints: 500 },
      { country: 'US', postalCode: '10013', rateBasisPoints: 900 },
      { country: 'US', postalCode: '10013', rateBasisPoints: 950, validFrom: '2026-03-02' },
      { country: 'CA', region: 'NY', rateBasisPoints: 1 },
    ];
    const at = (region: string | null, postalCode: string | null) =>
      answerTo({ ...sale, storeCountry: 'US', destination: 'US', region, postalCode, ownRates })
        .rateBasisPoints;

    expect(at(null, null)).to.equal(100);
    expect(at('NJ', '07030')).to.equal(100);
    expect(at(' US-NY ', '14201')).to.equal(400);
    expect(at('NY', '10001-1234')).to.equal(887);
    expect(at('NJ', '10001')).to.equal(500);
    expect(at('NY', '10013')).to.equal(900);
    expect(at('NY', '10013-0001')).to.equal(900);
  });

  it('names the region where a country is taxed by it, in one spelling', () => {
    const ownRates = [{ country: 'IN', region: 'MH', rateBasisPoints: 900 }];
    const placeOf = (destination: string, region: string | null) => {
      const { country, region: named } = taxOf({
        ...sale,
        storeCountry: 'US',
        destination,
        region,
        ownRates,
      });
      return [country, named];
    };

    expect(placeOf('US', ' us-ny ')).to.deep.equal(['US', 'NY']);
    expect(placeOf('CA', 'qc')).to.deep.equal(['CA', 'QC']);
    expect(placeOf('IN', 'KA')).to.deep.equal(['IN', 'KA']);
    expect(placeOf('US', null)).to.deep.equal(['US', undefined]);
    expect(placeOf('FR', 'Bretagne')).to.deep.equal(['FR', undefined]);
  });

  it('charges the rates of the store’s country on sales below the threshold of the OSS', () => {
    const below = { ...sale, belowOssThreshold: true };

    expect(answerTo(below, 'reduced')).to.include({ country: 'DE', rateBasisPoints: 700 });
    expect(answerTo({ ...below, customer: valid('FR') })).to.include({ country: 'FR', reverseCharge: true });
    expect(answerTo({ ...below, destination: 'CH' })).to.include({ country: 'CH', rateBasisPoints: 0 });
    expect(answerTo({ ...below, storeCountry: 'US' })).to.include({ country: 'FR', rateBasisPoints: 0 });
  });

  it('knows the reduced rates of every member state that has one, the highest first', () => {
    expect(Object.keys(EU_STANDARD_RATES).filter((country) => !EU_REDUCED_RATES[country])).to.deep.equal([
      'DK',
    ]);
    for (const [country, { reduced, lower }] of Object.entries(EU_REDUCED_RATES)) {
      const rates = [reduced.at(-1)?.rateBasisPoints ?? 0, ...lower];
      expect(rates, country).to.deep.equal(rates.toSorted((a, b) => b - a));
      expect(rates[0]).to.be.below(EU_STANDARD_RATES[country]?.at(-1)?.rateBasisPoints ?? 0);
      expect(reduced.every(({ validFrom }) => validFrom <= EU_RATES_READ_ON)).to.equal(true);
    }
  });

  it('reverses the charge for a valid number of another member state', () => {
    const answer = answerTo({ ...sale, customer: valid('FR') });

    expect(answer).to.deep.equal({
      country: 'FR',
      rateBasisPoints: 0,
      reverseCharge: true,
      taxExempt: false,
      relievedRateBasisPoints: 1900,
    });
  });

  it('charges an exempt customer no tax, whatever the country and the store’s rates', () => {
    const ownRates = [{ country: 'DE', rateBasisPoints: 700 }];
    for (const destination of ['DE', 'FR', 'CH'])
      expect(answerTo({ ...sale, destination, ownRates, customer: exempt })).to.deep.equal({
        country: destination,
        rateBasisPoints: 0,
        reverseCharge: false,
        taxExempt: true,
        relievedRateBasisPoints: 700,
      });
  });

  it('names reverse charge as the reason where both hold', () => {
    const answer = answerTo({ ...sale, customer: { ...valid('FR'), taxExempt: true } });

    expect(answer).to.include({ rateBasisPoints: 0, reverseCharge: true, taxExempt: false });
  });

  for (const [what, question] of Object.entries({
    'a number that is not checked yet': { customer: { ...valid('FR'), vatStatus: 'pending' } },
    'a number that VIES does not know': { customer: { ...valid('FR'), vatStatus: 'invalid' } },
    'a number that VIES could not be asked about': { customer: { ...valid('FR'), vatStatus: 'unavailable' } },
    'a number of the store’s own country': { customer: valid('DE') },
    'a number from outside of the EU': { customer: valid('CH') },
    'goods that stay in the store’s country': { customer: valid('FR'), destination: 'DE' },
    'goods that leave the EU': { customer: valid('FR'), destination: 'CH' },
    'a store outside of the EU': { customer: valid('FR'), storeCountry: 'US' },
    'a customer without a number': { customer: valid(null) },
    'no customer': { customer: null },
  })) {
    it(`does not for ${what}`, () => {
      expect(answerTo({ ...sale, ...question }).reverseCharge).to.equal(false);
    });
  }
});
