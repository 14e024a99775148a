import { makeReadyCarts, TEST_ADDRESS } from '@service/testing';
import type { Buyer, OpenShop } from './open-shop.ts';
import type { Goods } from './order-family.ts';
import { newLine } from './order-line.ts';
import { cartPrices, type TaxTerms } from './prices.ts';
import { MARKETS, RATES, type Terms } from './steps.ts';

const STOCK = 100;
/** Of the first two variants, of which the cart has these units; the third is for exchanges. */
const PRICES = [1190, 333];
const QUANTITIES = [3, 2];

/** Of the courier, by the units that are shipped. */
const courierFor = (units: number) => (units >= 4 ? 490n : 250n);
/** By what is shipped weighs. */
const freightFor = (grams: number) => (grams >= 1000 ? 900n : 700n);

const isShipped = (index: number, { unshipped }: Terms) => index >= 2 || index < 2 - unshipped;

/** A cart of variants that no other life is about, which becomes an order on these terms, and what a model says that it comes to. */
export async function buy(open: OpenShop, terms: Terms) {
  const classes = ['standard', terms.isMixed ? 'reduced' : 'standard', 'standard'];
  const taxTerms = { classes, isNet: MARKETS[terms.market].isNet, ...ratesOf(terms) };
  const stocked = await takeVariants(open, terms, classes);
  const variants = stocked.map(({ id }) => id);
  const goods = stocked.map(({ id: _, reserved, ...of }, index) => ({
    ...of,
    reserved: reserved + (QUANTITIES[index] ?? 0),
  }));
  const wanted = PRICES.map((price, variant) => {
    const quantity = QUANTITIES[variant] ?? 0;
    return { variant, quantity, unitAmount: BigInt(price), isShipped: isShipped(variant, terms) };
  });
  const { lines, taxes } = cartPrices(wanted, shippingOf(terms), terms.hasDiscount ? 1000n : 0n, taxTerms);
  const buyer = terms.buyer === 'guest' ? open.guest : await open.customer(terms.buyer);
  return {
    ...(await placeOrder(open, terms, { buyer, variants })),
    ...{ buyer: buyer.shopper, variants, goods, taxTerms, taxes },
    lines: wanted.map((line, index) => newLine({ ...line, ...(lines[index] as (typeof lines)[number]) })),
    /** Other lives may be about these goods, as they are now. */
    putBack: (left: readonly Goods[]) =>
      open.putBack(left.map((of, index) => ({ ...of, id: variants[index] ?? '' }))),
  };
}

/** A business owes the tax itself where the goods go to another member state. */
function ratesOf({ buyer, country }: Terms): Pick<TaxTerms, 'rates' | 'relief'> {
  const isRelieved = buyer === 'exempt' || (buyer === 'business' && country === 'FR');
  return isRelieved ? { rates: {}, relief: RATES.DE } : { rates: RATES[country] };
}

async function takeVariants(open: OpenShop, terms: Terms, classes: readonly string[]) {
  const { currency } = MARKETS[terms.market];
  const bulky = terms.bulkyGrams > 0 ? { weightGrams: terms.bulkyGrams, shippingProfile: 'bulky' } : {};
  const goods = PRICES.map((priceAmount, index) => ({
    ...{ priceAmount, stockQuantity: STOCK, currency },
    taxClass: classes[index] ?? 'standard',
    requiresShipping: isShipped(index, terms),
    ...(index === 0 ? bulky : {}),
  }));
  const third = { priceAmount: 777, stockQuantity: 4, currency, requiresShipping: true };
  return Promise.all([...goods, third].map((each) => open.take(each)));
}

/** No other option takes what is bulky. */
function shippingOf(terms: Terms): bigint {
  const units = QUANTITIES.reduce((all, each, index) => all + (isShipped(index, terms) ? each : 0), 0);
  if (units === 0) return 0n;
  if (terms.bulkyGrams > 0) return freightFor((QUANTITIES[0] ?? 0) * terms.bulkyGrams);
  return terms.hasShipping ? courierFor(units) : 0n;
}

async function placeOrder(
  { shop }: OpenShop,
  terms: Terms,
  { buyer, variants }: { buyer: Buyer; variants: readonly string[] },
) {
  const bought = Object.fromEntries(QUANTITIES.map((quantity, index) => [variants[index], quantity]));
  const address = { ...TEST_ADDRESS, country: terms.country };
  const isAnyShipped = isShipped(0, terms);
  const option = terms.bulkyGrams > 0 ? 'Freight' : terms.hasShipping ? 'Courier' : 'Post';
  const [cartId = ''] = await makeReadyCarts(shop.store, [bought], {
    currency: MARKETS[terms.market].currency,
    customerId: buyer.customerId,
    shippingAddress: isAnyShipped ? address : null,
    billingAddress: isAnyShipped ? null : address,
    shipping: isAnyShipped ? option : null,
    email: terms.hasEmail ? 'ada@example.com' : null,
    discountCode: terms.hasDiscount ? 'TENTH' : null,
  });
  const { order } = (await buyer.shopper.checkOut(cartId)).expect(201);
  return { cartId, orderId: order.id as string };
}
