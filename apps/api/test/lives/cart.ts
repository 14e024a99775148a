import { TEST_ADDRESS } from '@service/testing';
import type { Shop } from '../store/shop.ts';
import { newLine } from './order-line.ts';
import { cartPrices } from './prices.ts';
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

/** A cart of variants of its own that becomes an order on these terms, and what a model says that it comes to. */
export async function buy(shop: Shop, terms: Terms) {
  const classes = ['standard', terms.isMixed ? 'reduced' : 'standard', 'standard'];
  const taxTerms = { classes, rates: RATES[terms.country], isNet: MARKETS[terms.market].isNet };
  const variants = await createVariants(shop, terms, classes);
  const goods = variants.map((_, index) => ({
    isShipped: isShipped(index, terms),
    stock: index < 2 ? STOCK : 4,
    reserved: QUANTITIES[index] ?? 0,
  }));
  const wanted = PRICES.map((price, variant) => {
    const quantity = QUANTITIES[variant] ?? 0;
    return { variant, quantity, unitAmount: BigInt(price), isShipped: isShipped(variant, terms) };
  });
  const { lines, taxes } = cartPrices(wanted, shippingOf(terms), terms.hasDiscount ? 1000n : 0n, taxTerms);
  return {
    ...(await placeOrder(shop, terms, variants)),
    ...{ variants, goods, taxTerms, taxes },
    lines: wanted.map((line, index) => {
      const { discount, total } = lines[index] as (typeof lines)[number];
      return newLine({ ...line, discount, total });
    }),
  };
}

async function createVariants(shop: Shop, terms: Terms, classes: readonly string[]): Promise<string[]> {
  const { currency } = MARKETS[terms.market];
  const bulky = terms.bulkyGrams > 0 ? { weightGrams: terms.bulkyGrams, shippingProfile: 'bulky' } : {};
  const variants = await Promise.all(
    PRICES.map((priceAmount, index) =>
      shop.variant({
        ...{ priceAmount, stockQuantity: STOCK, currency },
        taxClass: classes[index] ?? 'standard',
        requiresShipping: isShipped(index, terms),
        ...(index === 0 ? bulky : {}),
      }),
    ),
  );
  const third = await shop.variant({ priceAmount: 777, stockQuantity: 4, currency });
  return [...variants, third].map(({ id }) => id);
}

/** No other option takes what is bulky. */
function shippingOf(terms: Terms): bigint {
  const units = QUANTITIES.reduce((all, each, index) => all + (isShipped(index, terms) ? each : 0), 0);
  if (units === 0) return 0n;
  if (terms.bulkyGrams > 0) return freightFor((QUANTITIES[0] ?? 0) * terms.bulkyGrams);
  return terms.hasShipping ? courierFor(units) : 0n;
}

async function placeOrder(shop: Shop, terms: Terms, variants: readonly string[]) {
  const bought = Object.fromEntries(QUANTITIES.map((quantity, index) => [variants[index], quantity]));
  const cartId = await shop.fullCart(bought);
  const send = async (method: string, path: string, body?: object) =>
    (await shop.send(method, `/${cartId}${path}`, body)).expect(200);
  const isAnyShipped = isShipped(0, terms);
  if (terms.country !== 'DE' || !isAnyShipped)
    await send('POST', isAnyShipped ? '/shipping-address' : '/billing-address', {
      ...TEST_ADDRESS,
      country: terms.country,
    });
  if (terms.hasEmail) await send('PATCH', '', { email: 'ada@example.com' });
  if (terms.hasDiscount) await send('POST', '/discount-code', { code: 'TENTH' });
  if (terms.hasShipping && isAnyShipped) {
    const { items } = await send('GET', '/shipping-options');
    const dear = items.find(({ amount }: { amount: number }) => amount > 0);
    await send('POST', '/shipping-option', { shippingOptionId: dear.id });
  }
  const { order } = (await shop.checkOut(cartId)).expect(201);
  return { cartId, orderId: order.id as string };
}
