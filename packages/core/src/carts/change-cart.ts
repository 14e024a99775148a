import {
  type Address,
  type BillingAddress,
  type InputOf,
  normaliseEmail,
  type operations,
  refuse,
} from '@service/contract';
import { Prisma } from '@service/db';
import {
  atomically,
  type Context,
  customerOf,
  groupOf,
  inTransaction,
  type Transaction,
} from '../context.ts';
import {
  type DiscountTerms,
  findDiscountByCode,
  isApplicable,
  isInCurrency,
  normaliseCode,
} from '../discounts/index.ts';
import { isSoldIn } from '../prices/index.ts';
import { askCarriers, listOffered } from '../shipping/index.ts';
import { storedAddress } from '../stored-address.ts';
import { isListed, recordEvent } from '../webhooks/index.ts';
import { acceptPrices } from './accept-prices.ts';
import { type CarrierRates, currentRates, parcelOf } from './carrier-rates.ts';
import { cartReference } from './cart-reference.ts';
import { abandonedBefore } from './lifetime.ts';
import { presentOrdered } from './ordered-cart.ts';
import { IS_CUSTOMERS, ownedBy } from './owner.ts';
import { type PresentedCart, presentCart } from './present.ts';
import { type PricedCart, priceCart } from './price-cart.ts';
import { readCart } from './read-cart.ts';
import { type CartRow, DESTINATION } from './select-cart.sql.ts';

type NewCart = InputOf<typeof operations.createCart>['body'];

/** A cart that a signed-in customer makes is theirs. Refuses with `currency_not_sold`. */
export function createCart(ctx: Context, input: NewCart = {}): Promise<PresentedCart> {
  return atomically(ctx, (inner) => create(inner, input));
}

async function create(
  ctx: Context,
  { currency: given, locale, metadata = {} }: NewCart,
): Promise<PresentedCart> {
  const now = ctx.now();
  const customerId = customerOf(ctx.principal);
  const currency = given?.toUpperCase() ?? null;
  const isSold = currency === null ? Prisma.sql`true` : isSoldIn(ctx, Prisma.sql`${currency}::text`);
  const [cart] = await ctx.db.sql<{ id: string }[]>`
    INSERT INTO carts (tenant_id, customer_id, currency, locale, metadata, created_at, updated_at)
    SELECT t.id, ${customerId}::uuid, COALESCE(${currency}, t.currency), ${locale ?? null}, ${JSON.stringify(metadata)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    FROM tenants t WHERE t.id = ${ctx.tenantId}::uuid AND ${isSold}
    RETURNING id`;
  return cart ? getCart(ctx, cart.id) : refuseCurrency(currency);
}

/** Refuses with `not_found` or `amount_too_large`. */
export async function getCart(ctx: Context, cartId: string): Promise<PresentedCart> {
  const priced = await readCart(ctx, cartId);
  return priced.cart.completedAt ? presentOrdered(ctx, priced) : presentCart(priced);
}

/** Another currency prices all lines again. Refuses with `currency_not_sold`, or `currency_mismatch` where a line has no price in it. */
export async function updateCart(
  ctx: Context,
  cartId: string,
  { currency, ...rest }: InputOf<typeof operations.updateCart>['body'],
): Promise<PresentedCart> {
  if (currency === undefined) return updateOwnFields(ctx, cartId, rest);
  return inTransaction(ctx, async (tx) => {
    await updateOwnFields(tx, cartId, rest);
    await setCurrency(tx, cartId, currency.toUpperCase());
    return getCart(tx, cartId);
  });
}

async function setCurrency(tx: Transaction, cartId: string, currency: string): Promise<void> {
  const wanted = Prisma.sql`${currency}::text`;
  const changed = await updateOpenCart(tx, cartId, {
    set: Prisma.sql`currency = ${wanted}`,
    where: Prisma.sql`c.currency <> ${wanted} AND EXISTS (
      SELECT FROM tenants t WHERE t.id = ${tx.tenantId}::uuid AND ${isSoldIn(tx, wanted, IS_CUSTOMERS)})`,
  });
  const { cart } = await assertOpenCart(tx, cartId);
  if (cart.currency !== currency) refuseCurrency(currency);
  if (!changed) return;
  const errors = cart.lines.flatMap(({ isPriced, sku }, index) => {
    if (isPriced) return [];
    const message = `${sku} has no price in ${currency}.`;
    return [{ path: `/cart/lines/${index}`, code: 'currency_mismatch', message }];
  });
  if (errors.length > 0) refuse('currency_mismatch', `Some lines have no price in ${currency}.`, errors);
  await acceptPrices(tx, cart.lines);
}

function refuseCurrency(currency: string | null): never {
  refuse('currency_not_sold', `The store sells nothing in ${currency}.`);
}

async function updateOwnFields(
  ctx: Context,
  cartId: string,
  { declinesGifts, email, locale, metadata }: Omit<InputOf<typeof operations.updateCart>['body'], 'currency'>,
): Promise<PresentedCart> {
  const changes = [
    ...(email === undefined
      ? []
      : [{ column: Prisma.sql`email`, value: Prisma.sql`${normaliseEmail(email)}` }]),
    ...(declinesGifts === undefined
      ? []
      : [{ column: Prisma.sql`declines_gifts`, value: Prisma.sql`${declinesGifts}::boolean` }]),
    ...(locale === undefined ? [] : [{ column: Prisma.sql`locale`, value: Prisma.sql`${locale}` }]),
    ...(metadata === undefined
      ? []
      : [{ column: Prisma.sql`metadata`, value: Prisma.sql`${JSON.stringify(metadata)}::jsonb` }]),
  ];
  if (changes.length === 0) return getCart(ctx, cartId);
  const sets = changes.map(({ column, value }) => Prisma.sql`${column} = ${value}`);
  const differ = changes.map(({ column, value }) => Prisma.sql`c.${column} IS DISTINCT FROM ${value}`);
  const change = { set: Prisma.join(sets), where: Prisma.sql`(${Prisma.join(differ, ' OR ')})` };
  if (email === undefined) return changeCart(ctx, cartId, change);
  return startCheckout(ctx, cartId, { ...change, ready: Prisma.sql`c.shipping_address IS NOT NULL` });
}

export function setShippingAddress(ctx: Context, cartId: string, address: Address): Promise<PresentedCart> {
  return startCheckout(ctx, cartId, {
    set: Prisma.sql`shipping_address = ${JSON.stringify(storedAddress(address))}::jsonb`,
    ready: Prisma.sql`(c.email IS NOT NULL OR c.customer_id IS NOT NULL)`,
  });
}

export function setBillingAddress(
  ctx: Context,
  cartId: string,
  address: BillingAddress,
): Promise<PresentedCart> {
  return changeCart(ctx, cartId, {
    set: Prisma.sql`billing_address = ${JSON.stringify(storedAddress(address))}::jsonb`,
  });
}

/** The options offered for the shipping address, with what the cart charges for each. */
export async function listShippingOptions(ctx: Context, cartId: string) {
  return offeredFor(ctx, await readCart(ctx, cartId));
}

export async function offeredFor(ctx: Context, { cart: row, requiresShipping }: PricedCart) {
  if (!requiresShipping) return { items: [] };
  const { carrierRates, offered } = await offerOptions(ctx, row);
  const cart = { ...row, carrierRates };
  return {
    items: offered.flatMap(({ id, offered: shippingOption }) => {
      const { shippingName: name, shippingTotal } = priceCart({ ...cart, shippingOption }, ctx.now());
      if (name === null) return [];
      const amount = cart.lines.length > 0 ? Number(shippingTotal) : shippingOption.amount;
      return [{ id, name, amount, pickupPlace: shippingOption.pickupPlace }];
    }),
  };
}

/** With what carriers say of the goods: those that haven't said it yet are asked, and their answers kept with the cart. */
async function offerOptions(ctx: Context, row: CartRow) {
  const list = (carrierRates: CarrierRates | null) =>
    listOffered(ctx, {
      destination: row.shippingAddress?.country ?? row.storeCountry,
      currency: row.currency,
      terms: row.customerId === null ? null : (groupOf(ctx.principal)?.priceTerms ?? null),
      taxClass: row.shippingTaxClass,
      carrierRates: carrierRates?.rates ?? {},
    });
  const offered = await list(row.carrierRates);
  const current = currentRates(row, ctx.now());
  const unsaid = offered.filter(({ id, carrier }) => carrier && !Object.hasOwn(current.rates, id));
  const parcel = parcelOf(row);
  if (unsaid.length === 0 || row.completedAt || !parcel) return { carrierRates: row.carrierRates, offered };
  const rates = { ...current.rates, ...(await askCarriers(ctx, unsaid, parcel)) };
  const carrierRates = { ...current, rates };
  await ctx.db.sql`
    UPDATE carts c SET carrier_rates = ${JSON.stringify(carrierRates)}::jsonb
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${row.id}::uuid AND c.completed_at IS NULL`;
  return { carrierRates, offered: await list(carrierRates) };
}

/** Refuses with `not_found` an option that isn't offered where the goods go, and with `amount_too_large`. */
export function chooseShippingOption(ctx: Context, cartId: string, optionId: string): Promise<PresentedCart> {
  return inTransaction(ctx, (tx) => choose(tx, cartId, optionId));
}

async function choose(tx: Transaction, cartId: string, optionId: string): Promise<PresentedCart> {
  const changed = await updateOpenCart(tx, cartId, {
    set: Prisma.sql`shipping_option_id = ${optionId}::uuid`,
    where: Prisma.sql`EXISTS (
      SELECT 1 FROM shipping_options o JOIN tenants t ON t.id = o.tenant_id
      WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = ${optionId}::uuid AND o.active
        AND is_offered_in(o.removed_at, o.countries, o.prices, t.currency, ${DESTINATION}, c.currency))`,
  });
  const priced = await assertOpenCart(tx, cartId);
  // What an option asks of postal code and goods the cart knows; without goods that are shipped there is none to choose.
  if (!changed || priced.shippingName === null)
    refuse('not_found', `No shipping option ${optionId} is offered for this cart.`);
  return presentCart(priced);
}

/** Refuses with `discount_not_applicable`, and with `too_many_requests` after too many wrong codes. */
export async function applyDiscountCode(ctx: Context, cartId: string, given: string): Promise<PresentedCart> {
  const attempt = await ctx.services.throttle.enter('discount', {
    account: cartId,
    address: ctx.clientAddress,
  });
  const code = normaliseCode(given);
  if (!(await isForCart(ctx, cartId, await findDiscountByCode(ctx, code)))) {
    await assertOpenCart(ctx, cartId);
    refuse('discount_not_applicable', 'This code is unknown, not valid now, or used up.');
  }
  await attempt.succeeded();
  return changeCart(ctx, cartId, { set: Prisma.sql`discount_code = ${code}` });
}

/** Only an amount depends on the cart: on its currency. */
async function isForCart(ctx: Context, cartId: string, discount: DiscountTerms | null): Promise<boolean> {
  if (!isApplicable(discount, ctx.now())) return false;
  if (discount.kind !== 'amount') return true;
  const { cart } = await readCart(ctx, cartId);
  return isInCurrency(discount, cart);
}

export function removeDiscountCode(ctx: Context, cartId: string): Promise<PresentedCart> {
  return changeCart(ctx, cartId, { set: Prisma.sql`discount_code = NULL` });
}

interface CartChange {
  set: Prisma.Sql;
  where?: Prisma.Sql;
}

/** A cart that `where` excludes stays as it is. */
function changeCart(given: Context, cartId: string, change: CartChange): Promise<PresentedCart> {
  return atomically(given, async (ctx) => {
    if (!(await updateOpenCart(ctx, cartId, change))) await assertOpenCart(ctx, cartId);
    return getCart(ctx, cartId);
  });
}

const STARTED = 'checkout.started';

/**
 * The same of a change after which a cart that is `ready` has an e-mail and an address for the goods: the first time that is so, its
 * checkout has started. Why first without the start of which somebody is told: only that needs a transaction, for its event.
 */
export function startCheckout(
  given: Context,
  cartId: string,
  { set, where = Prisma.sql`true`, ready }: CartChange & { ready: Prisma.Sql },
): Promise<PresentedCart> {
  const isStart = Prisma.sql`(c.checkout_started_at IS NULL AND ${ready})`;
  const isTold = Prisma.sql`(${isStart} AND ${isListed(given, [STARTED])})`;
  const startedAt = Prisma.sql`CASE WHEN ${isStart} THEN ${given.now()}::timestamptz ELSE c.checkout_started_at END`;
  const change = { set: Prisma.sql`${set}, checkout_started_at = ${startedAt}`, where };
  return atomically(given, async (ctx) => {
    if (await updateOpenCart(ctx, cartId, { ...change, where: Prisma.sql`${where} AND NOT ${isTold}` }))
      return getCart(ctx, cartId);
    return inTransaction(ctx, async (tx) => {
      if (!(await updateOpenCart(tx, cartId, { ...change, where: Prisma.sql`${where} AND ${isStart}` })))
        return changeCart(tx, cartId, change);
      const object = await getCart(tx, cartId);
      const { customerId } = object;
      await recordEvent(tx, STARTED, { cartReference: cartReference(object.id), customerId }, { object });
      return object;
    });
  });
}

/**
 * Input: what to set, and what must hold besides. Output: whether it is set. Why one conditional UPDATE: a cart that
 * a parallel checkout completes can't be changed afterwards. The price is read by a statement of its own: within
 * this one it would miss what a change that was waited for has done to the lines.
 */
async function updateOpenCart(
  ctx: Context,
  cartId: string,
  { set, where = Prisma.sql`true` }: CartChange,
): Promise<boolean> {
  const now = ctx.now();
  const changed = await ctx.db.sql`
    UPDATE carts c SET ${set}, version = c.version + 1, updated_at = ${now}
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${ownedBy(ctx)}
      AND c.completed_at IS NULL AND c.updated_at >= ${abandonedBefore(ctx)} AND ${where}
    RETURNING c.id`;
  return changed.length === 1;
}

/** Refuses with `not_found` or `cart_completed`. */
export async function assertOpenCart(ctx: Context, cartId: string): Promise<PricedCart> {
  const priced = await readCart(ctx, cartId);
  if (priced.cart.completedAt) refuse('cart_completed', 'This cart has become an order.');
  return priced;
}
