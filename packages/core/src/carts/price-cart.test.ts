import type { PickupPlace } from '@service/contract';
import { expect } from 'chai';
import fc from 'fast-check';
import type { CartDiscount } from '../discounts/index.ts';
import type { OfferedOption } from '../shipping/index.ts';
import type { LineRow } from './line-row.ts';
import { priceCart } from './price-cart.ts';
import { keptTaxes } from './provider-taxes.ts';
import type { CartRow } from './select-cart.sql.ts';

const amount = fc.integer({ min: 0, max: 100_000 });
const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
const list = fc.constantFrom(null, 'sale', 'trade');

const line: fc.Arbitrary<LineRow> = fc
  .record({
    id: fc.uuid(),
    priceAmount: amount,
    seenUnitAmount: amount,
    quantity: fc.integer({ min: 1, max: 99 }),
    priceListId: list,
    isPriced: fc.boolean(),
    isPublished: fc.boolean(),
    requiresShipping: fc.boolean(),
    weightGrams: fc.integer({ min: 0, max: 5000 }),
    shippingProfile: fc.constantFrom(null, null, null, 'bulky', 'cooled'),
  })
  .map((each) => ({
    ...each,
    variantId: each.id,
    productId: each.id,
    sku: 'S',
    title: 'T',
    productTitle: 'T',
    variantTitle: null,
    priceListName: each.priceListId,
    availableStock: null,
    taxClass: 'standard',
    isGift: false,
  }));

const discount: fc.Arbitrary<Omit<CartDiscount, 'gift'>> = fc.record({
  id: fc.uuid(),
  code: fc.constantFrom('CODE', 'OTHER'),
  title: fc.constant(null),
  automatic: fc.boolean(),
  singleUseCodes: fc.boolean(),
  priority: fc.integer({ min: 0, max: 2 }),
  combinable: fc.boolean(),
  minimumAmount: fc.option(amount.map(BigInt)),
  minimumQuantity: fc.option(fc.integer({ min: 1, max: 99 })),
  productIds: fc.constant(null),
  tiers: fc.constant([]),
  buyQuantity: fc.constant(null),
  getQuantity: fc.constant(null),
  firstOrder: fc.boolean(),
  oncePerCustomer: fc.boolean(),
  isForBuyer: fc.boolean(),
  hasOrdered: fc.constant(null),
  hasUsed: fc.constant(null),
  kind: fc.constantFrom('percentage', 'amount', 'free_shipping', 'gift'),
  basisPoints: fc.integer({ min: 1, max: 10_000 }),
  amount: amount.map(BigInt),
  currency: fc.option(currency),
  active: fc.boolean(),
  startsAt: fc.constant(null),
  endsAt: fc.constant(null),
  usageLimit: fc.constant(null),
  timesUsed: fc.constant(0),
  version: fc.constant(1),
});

const address = fc.option(
  fc.record({
    ...{ name: fc.constant('Ada'), line1: fc.constant('1'), city: fc.constant('Berlin') },
    postalCode: fc.constant('10117'),
    country: fc.constantFrom('DE', 'FR', 'CH'),
  }),
);

const PLACE: PickupPlace = {
  address: { name: 'Tea House', line1: '1', city: 'Salzburg', postalCode: '5020', country: 'AT' },
  openingHours: [],
  note: null,
};

const shippingOption: fc.Arbitrary<OfferedOption> = fc.record({
  name: fc.constant('Parcel'),
  amount,
  freeFrom: fc.option(amount),
  tiersBy: fc.constantFrom(null, 'weight', 'quantity', 'value'),
  tiers: fc.uniqueArray(
    fc.record({
      from: fc.oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 200_000 })),
      amount: fc.option(amount),
    }),
    { selector: ({ from }) => from, maxLength: 6 },
  ),
  postalCodes: fc.constantFrom([], ['10*'], ['80000-81999']),
  profiles: fc.subarray(['bulky', 'cooled']),
  pickupPlace: fc.constantFrom(null, PLACE),
  carrier: fc.constant(null),
});

const cart: fc.Arbitrary<CartRow> = fc
  .record({
    currency,
    storeCurrency: currency,
    taxExempt: fc.boolean(),
    declinesGifts: fc.boolean(),
    pricesIncludeTax: fc.boolean(),
    shippingAddress: address,
    billingAddress: address,
    shippingOption: fc.option(shippingOption),
    discounts: fc.uniqueArray(discount, { selector: ({ id }) => id, maxLength: 3 }),
    lines: fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 12 }),
    gifts: fc.array(line, { minLength: 3, maxLength: 3 }),
  })
  .map((each) => ({
    ...each,
    gifts: each.discounts.flatMap(({ id, kind }, index): LineRow[] => {
      const gift = each.gifts[index];
      if (!gift || kind !== 'gift') return [];
      return [{ ...gift, id, seenUnitAmount: gift.priceAmount, isGift: true }];
    }),
    id: 'cart',
    customerId: null,
    customerGroupId: null,
    email: null,
    locale: null,
    vatNumber: null,
    vatStatus: null,
    shippingOptionId: null,
    carrierRates: null,
    providerTaxes: null,
    taxProvider: null,
    discountCode: each.discounts.length > 0 ? 'CODE' : null,
    completedAt: null,
    updatedAt: new Date(0),
    metadata: {},
    version: 1,
    storeCountry: 'DE',
    today: '2026-03-01',
    storeCountries: [],
    storeLocale: 'en' as const,
    requiredTexts: [],
    ownRates: [],
    shippingTaxClass: null,
    belowOssThreshold: false,
  }));

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, part) => total + part, 0n);

describe('priceCart', () => {
  it('adds up to the sum of its lines, whatever lists, currencies and discounts it has', () => {
    fc.assert(
      fc.property(cart, (row) => {
        const { lines, ...priced } = priceCart(row, new Date('2026-03-01'));
        const shippingTax = priced.taxTotal - sum(lines.map(({ taxTotal }) => taxTotal));
        const shippingPaid = priced.shippingTotal + (row.pricesIncludeTax ? 0n : shippingTax);

        expect(priced.subtotal).to.equal(sum(lines.map(({ subtotal }) => subtotal)));
        expect(priced.discountTotal).to.equal(sum(lines.map(({ discountTotal }) => discountTotal)));
        expect(priced.total).to.equal(sum(lines.map(({ total }) => total)) + shippingPaid);
        for (const [index, priceOf] of row.lines.entries()) {
          const isSold = priceOf.isPriced && priceOf.isPublished;
          expect(lines[index]).to.include({ isForSale: isSold, priceListId: priceOf.priceListId });
          if (!isSold) expect(lines[index]?.total).to.equal(0n);
        }
        for (const gift of lines.slice(row.lines.length))
          expect(gift).to.deep.include({
            isGift: true,
            isForSale: true,
            total: 0n,
            taxTotal: 0n,
            issues: [],
          });
        expect(priceCart(priced.cart, new Date('2026-03-01'))).to.deep.equal({ ...priced, lines });
      }),
    );
  });

  it('adds up by the rates that a provider says, whatever they are, and taxes nothing below nothing', () => {
    const rate = fc.integer({ min: 0, max: 1_000_000 }).map((hundredths) => hundredths / 100);
    const said = fc.record({
      goods: fc.array(rate, { minLength: 12, maxLength: 12 }),
      shipping: fc.option(rate),
    });
    const taxProvider = { name: 'desk', whenUnavailable: 'refuse_checkout' } as const;
    fc.assert(
      fc.property(cart, said, (given, { goods, shipping }) => {
        const now = new Date('2026-03-01');
        const row: CartRow = { ...given, taxProvider };
        const open = priceCart(row, now);
        const question = open.openTaxQuestion;
        expect(open.issues.includes('tax_unavailable')).to.equal(question !== undefined);
        if (!question) return;
        const rates = { goods: goods.slice(0, question.goods.length), shipping };
        const priced = priceCart({ ...row, providerTaxes: keptTaxes(row, question, rates, now) }, now);

        expect(priced.openTaxQuestion).to.equal(undefined);
        expect(priced.issues).not.to.include('tax_unavailable');
        expect([priced.subtotal, priced.discountTotal, priced.shippingTotal]).to.deep.equal([
          open.subtotal,
          open.discountTotal,
          open.shippingTotal,
        ]);
        for (const [index, { variantId }] of question.goods.entries()) {
          const line = priced.lines.find((each) => each.variantId === variantId);
          expect(line?.rateBasisPoints).to.equal(rates.goods[index]);
        }
        const ofLines = sum(priced.lines.map(({ taxTotal }) => taxTotal));
        const ofShipping = priced.taxTotal - ofLines;
        const paid = sum(priced.lines.map(({ total }) => total)) + priced.shippingTotal;
        expect(priced.total).to.equal(row.pricesIncludeTax ? paid : paid + ofShipping);
        expect(ofShipping >= 0n && priced.lines.every(({ taxTotal }) => taxTotal >= 0n)).to.equal(true);
        expect(priced.taxLines.reduce((all, { amount: tax }) => all + tax, 0)).to.equal(
          Number(priced.taxTotal),
        );
      }),
      { numRuns: Number(process.env.RANDOM_CARTS ?? 1000) },
    );
  });

  it('charges the last tier begun of what is shipped, and nothing where none is offered', () => {
    fc.assert(
      fc.property(cart, (row) => {
        const option = row.shippingOption;
        const { cart: withGifts, ...priced } = priceCart(
          { ...row, taxExempt: false },
          new Date('2026-03-01'),
        );
        const { shippingName, shippingTotal } = priced;
        const { lines } = withGifts;
        const needed = lines.length === 0 || lines.some(({ requiresShipping }) => requiresShipping);
        const sold = lines.filter(({ isPublished, isPriced }) => isPublished && isPriced);
        const shipped = sold.filter(({ requiresShipping }) => requiresShipping);
        const total = (of: (line: LineRow) => number) => shipped.reduce((all, line) => all + of(line), 0);
        const measure = {
          weight: total(({ weightGrams, quantity }) => weightGrams * quantity),
          quantity: total(({ quantity }) => quantity),
          value: total(({ priceAmount, quantity }) => priceAmount * quantity),
        };
        // A discount is split by a rule of its own.
        fc.pre(option?.tiersBy !== 'value' || row.discounts.length === 0);
        let charged: number | null = option?.amount ?? null;
        let begun = -1;
        for (const { from, amount: costs } of option?.tiersBy ? option.tiers : [])
          if (from <= measure[option?.tiersBy ?? 'weight'] && from > begun) [begun, charged] = [from, costs];
        const goesTo = row.shippingAddress?.postalCode === '10117' && option?.postalCodes[0] === '10*';
        const taken = shipped.every(
          ({ shippingProfile: of }) => of === null || option?.profiles.includes(of),
        );
        const isOffered = needed && taken && charged !== null && (option?.postalCodes.length === 0 || goesTo);

        expect(shippingName).to.equal(isOffered ? 'Parcel' : null);
        if (!isOffered || shipped.length === 0) expect(shippingTotal).to.equal(0n);
        else if (option?.freeFrom === null && row.discounts.length === 0 && charged !== null)
          expect(shippingTotal).to.equal(BigInt(charged));
      }),
      { numRuns: Number(process.env.RANDOM_CARTS ?? 1000) },
    );
  });

  it('is taxed where the goods are picked up, wherever its addresses are', () => {
    fc.assert(
      fc.property(cart, (row) => {
        const { cart: withGifts, pickupPlace, taxLines } = priceCart(row, new Date('2026-03-01'));
        if (!pickupPlace) return;
        const { lines } = withGifts;
        expect(lines.length === 0 || lines.some((each) => each.requiresShipping)).to.equal(true);
        expect(taxLines.filter(({ country }) => country !== 'AT')).to.deep.equal([]);
      }),
    );
  });

  it('takes an amount off in the currency of the discount alone', () => {
    fc.assert(
      fc.property(cart, (row) => {
        const { discountTotal } = priceCart(row, new Date('2026-03-01'));
        const isForeign = row.discounts.every(
          ({ kind, currency: own }) => kind === 'amount' && (own ?? row.storeCurrency) !== row.currency,
        );
        if (isForeign) expect(discountTotal).to.equal(0n);
      }),
    );
  });
});
