import { randomUUID } from 'node:crypto';
import { catalog } from '@service/core';
import { makeReadyCarts, TEST_ADDRESS } from '@service/testing';
import type { Buyer, OpenShop } from './open-shop.ts';
import { newLine } from './order-line.ts';
import { cartPrices, type TaxTerms, unitPrice } from './prices.ts';
import { MARKETS, PLACE_COUNTRY, promotionsOf, RATES, type Terms } from './steps.ts';

const STOCK = 100;
/** Of the first two variants, which the cart has; the third is for exchanges. */
const PRICES = [1190, 333];
const PRICE_OF_THIRD = 777;
const STOCK_OF_THIRD = 4;
/** The fourth is given by a discount of the order's own. */
const GIFT = { code: 'GIFT', variant: 3, price: 555, units: 2 };

/** Of the courier, by the units that are shipped. */
const courierFor = (units: number) => (units >= 4 ? 490n : 250n);
/** By what is shipped weighs. */
const freightFor = (grams: number) => (grams >= 1000 ? 900n : 700n);

const PICK_UP = 120n;
/** By an operator's hand: of a unit of the first good, and of shipping. */
const BY_HAND = { unit: 1007, shipping: 611 };

const isShipped = (index: number, { unshipped }: Terms) =>
  index === GIFT.variant ? unshipped < 2 : index === 2 || index < 2 - unshipped;
const isDraft = ({ placing }: Terms) => placing !== 'checkout';
/** No option but freight takes what is bulky. */
const isPickedUp = (terms: Terms) =>
  terms.isPickedUp && terms.bulkyGrams === 0 && isShipped(0, terms) && !isDraft(terms);
const isSent = (terms: Terms) => isShipped(0, terms) && !isPickedUp(terms);
/** Where the tax is due. */
const taxCountryOf = (terms: Terms) => (isPickedUp(terms) ? PLACE_COUNTRY : terms.country);

/** A cart of variants of its own, which becomes an order on these terms, and what a model says that it comes to. */
export async function buy(open: OpenShop, terms: Terms) {
  const classes = ['standard', terms.isMixed ? 'reduced' : 'standard', 'standard', 'standard'];
  const taxTerms = { classes, isNet: MARKETS[terms.market].isNet, ...ratesOf(terms) };
  const { productId, variants } = await makeVariants(open, terms, classes);
  const goods = variants.map((_, index) => ({
    stock: index === 2 ? STOCK_OF_THIRD : STOCK,
    reserved: (index === GIFT.variant ? giftUnits(terms) : terms.quantities[index]) ?? 0,
    isShipped: isShipped(index, terms),
  }));
  const wanted = PRICES.map((price, variant) => {
    const quantity = terms.quantities[variant] ?? 0;
    const unitAmount = BigInt(isDraft(terms) && variant === 0 ? BY_HAND.unit : price);
    return { variant, quantity, unitAmount, isShipped: isShipped(variant, terms) };
  });
  // The gift is applied first, and leaves no place for one that stands alone.
  const promotions = promotionsOf(terms.market).filter(
    ({ automatic, combinable = true }) => (automatic || terms.hasDiscount) && (combinable || !terms.hasGift),
  );
  const endGift = terms.hasGift
    ? await offerGift(open, { productId, variantId: variants[GIFT.variant] })
    : null;
  const buyer = terms.buyer === 'guest' ? open.guest : await open.customer(terms.buyer);
  const place = isDraft(terms) ? placeDraft : placeOrder;
  const { byId, ...placed } = await place(open, terms, { buyer, variants });
  await endGift?.();
  const ranked = wanted.map((line, index) => ({ ...line, rank: byId.indexOf(variants[index] ?? '') }));
  const { lines, taxes, discounts } = cartPrices(ranked, shippingOf(terms), promotions, taxTerms);
  const gift = giftLine(terms, taxTerms);
  return {
    ...placed,
    ...{ buyer, variants, goods, taxTerms, taxes, taxCountry: taxCountryOf(terms) },
    discounts: [...gift.map(({ discount: amount }) => ({ code: GIFT.code, amount })), ...discounts],
    delivery: {
      isPickedUp: isPickedUp(terms),
      shippedTo: isSent(terms) ? TEST_ADDRESS.line1 : null,
      billedTo: isSent(terms) ? null : TEST_ADDRESS.line1,
    },
    lines: [
      ...wanted.map((line, index) => newLine({ ...line, ...(lines[index] as (typeof lines)[number]) })),
      ...gift,
    ],
  };
}

const giftUnits = ({ hasGift }: Terms) => (hasGift ? GIFT.units : 0);

/** A discount that gives the order's buyer what no other order's buyer gets; it ends by what is returned. */
async function offerGift({ shop: { admin } }: OpenShop, { productId, variantId }: Given) {
  const gift = { kind: 'gift', giftVariantId: variantId, giftQuantity: GIFT.units };
  const terms = { code: GIFT.code, automatic: true, productIds: [productId], priority: 9 };
  const { id } = (await admin('POST', '/discounts', { ...gift, ...terms })).expect(201);
  return async () => (await admin('DELETE', `/discounts/${id}`)).expect(204);
}

interface Given {
  productId: string;
  variantId: string | undefined;
}

function giftLine(terms: Terms, taxTerms: TaxTerms) {
  if (!terms.hasGift) return [];
  const unitAmount = unitPrice(GIFT.variant, BigInt(GIFT.price), taxTerms);
  const discount = unitAmount * BigInt(GIFT.units);
  return [newLine({ variant: GIFT.variant, quantity: GIFT.units, unitAmount, discount, total: 0n })];
}

/** A business owes the tax itself where the goods go to another member state. */
function ratesOf(terms: Terms): Pick<TaxTerms, 'rates' | 'relief'> {
  const { buyer } = terms;
  const country = taxCountryOf(terms);
  const isRelieved = buyer === 'exempt' || (buyer === 'business' && country === 'FR');
  return isRelieved ? { rates: {}, relief: RATES.DE } : { rates: RATES[country] };
}

/** Of one product, whose tax class the variants of another one override. */
async function makeVariants(
  { shop: { store } }: OpenShop,
  terms: Terms,
  classes: readonly string[],
): Promise<{ productId: string; variants: string[] }> {
  const { currency } = MARKETS[terms.market];
  const bulky = terms.bulkyGrams > 0 ? { weightGrams: terms.bulkyGrams, shippingProfile: 'bulky' } : {};
  const wanted = [...PRICES, PRICE_OF_THIRD, GIFT.price].map((priceAmount, index) => ({
    ...{ priceAmount, currency, sku: randomUUID(), requiresShipping: isShipped(index, terms) },
    stockQuantity: index === 2 ? STOCK_OF_THIRD : STOCK,
    ...(index === 0 ? bulky : {}),
  }));
  const [taxClass = 'standard'] = classes;
  const { id: productId, variants } = await catalog.createProduct(store.admin, {
    ...{ title: 'Darjeeling', slug: `tea-${randomUUID()}`, status: 'published', taxClass },
    variants: wanted.map((variant, index) => {
      const own = classes[index];
      return own === undefined || own === taxClass ? variant : { ...variant, taxClass: own };
    }),
  });
  return { productId, variants: variants.map(({ id }) => id) };
}

function shippingOf(terms: Terms): bigint {
  const given = isShipped(GIFT.variant, terms) ? giftUnits(terms) : 0;
  const units = terms.quantities.reduce(
    (all, each, index) => all + (isShipped(index, terms) ? each : 0),
    given,
  );
  if (units === 0) return 0n;
  if (isDraft(terms)) return BigInt(BY_HAND.shipping);
  if (isPickedUp(terms)) return PICK_UP;
  if (terms.bulkyGrams > 0) return freightFor(terms.quantities[0] * terms.bulkyGrams);
  return terms.hasShipping ? courierFor(units) : 0n;
}

interface Bought {
  buyer: Buyer;
  variants: readonly string[];
}

interface Placed {
  cartId: string;
  orderId: string;
  /** Which account takes the money; null: the first. */
  account: number | null;
  /** By how it was placed. */
  isPaid: boolean;
  isLasting: boolean;
  /** The variants by the ids of their lines in the cart. */
  byId: string[];
}

async function placeOrder(
  { shop, accounts }: OpenShop,
  terms: Terms,
  { buyer, variants }: Bought,
): Promise<Placed> {
  const bought = Object.fromEntries(terms.quantities.map((quantity, index) => [variants[index], quantity]));
  const option = terms.bulkyGrams > 0 ? 'Freight' : terms.hasShipping ? 'Courier' : 'Post';
  const [cartId = ''] = await makeReadyCarts(shop.store, [bought], {
    currency: MARKETS[terms.market].currency,
    customerId: buyer.customerId,
    ...addressesOf(terms),
    shipping: isPickedUp(terms) ? 'Pick-up' : isSent(terms) ? option : null,
    email: terms.hasEmail ? 'ada@example.com' : null,
    discountCode: terms.hasDiscount ? 'TENTH' : null,
  });
  const inCart = await shop.store.admin.db.cartLine.findMany({ where: { cartId } });
  const chosen = accounts[terms.account ?? -1];
  const body = chosen ? { paymentAccountId: chosen.id } : {};
  const { order } = (await buyer.shopper.send('POST', `/${cartId}/checkout`, body)).expect(201);
  const account = chosen ? terms.account : null;
  return { cartId, orderId: order.id, account, isPaid: false, isLasting: false, byId: byIdOf(inCart) };
}

const byIdOf = (lines: readonly { id: string; variantId: string }[]) =>
  lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ variantId }) => variantId);

function addressesOf(terms: Terms) {
  const address = { ...TEST_ADDRESS, country: terms.country };
  return {
    shippingAddress: isSent(terms) ? address : null,
    billingAddress: isSent(terms) ? null : address,
  };
}

/** The buyer has weeks to pay. A guest's order is opened by the id of its cart. */
async function placeDraft(
  { shop, accounts }: OpenShop,
  terms: Terms,
  { buyer, variants }: Bought,
): Promise<Placed> {
  const transfer = accounts.findIndex(({ isManual }) => isManual);
  const isPaid = terms.placing === 'paid' && transfer >= 0;
  const draft = await shop.admin('POST', '/draft-orders', {
    customerId: buyer.customerId,
    email: 'ada@example.com',
    lines: terms.quantities.map((quantity, index) => ({
      ...{ variantId: variants[index], quantity },
      unitAmountByHand: index === 0 ? BY_HAND.unit : null,
    })),
    ...addressesOf(terms),
    shippingByHand: isSent(terms) ? { name: 'Messenger', amount: BY_HAND.shipping } : null,
    discountCode: terms.hasDiscount ? 'TENTH' : null,
  });
  const paid = { reference: 'Cash', paidOn: shop.store.admin.now().toISOString().slice(0, 10) };
  const body = isPaid ? { paid } : {};
  const { id: draftId } = draft.expect(201);
  const inDraft = await shop.store.admin.db.cartLine.findMany({ where: { cartId: draftId } });
  const placed = await shop.admin('POST', `/draft-orders/${draftId}/place`, body);
  const { id } = placed.expect(201);
  const { cartId } = await shop.store.admin.db.order.findFirstOrThrow({ where: { id } });
  const account = isPaid ? transfer : null;
  return { cartId, orderId: id, account, isPaid, isLasting: true, byId: byIdOf(inDraft) };
}
