import { parseAmount, parsePercent, typedAmount, typedPercent } from '../../amounts.ts';
import { localTime, momentOf } from '../../local-time.ts';
import type { Discount } from './discounts.tsx';

export type Kind = Discount['kind'];

/** By its own code, by codes that are generated for it, or without one. */
export type Applies = 'byCode' | 'byCodes' | 'automatic';

export const APPLIES = ['byCode', 'byCodes', 'automatic'] as const;

export const KINDS = ['percentage', 'amount', 'free_shipping', 'tiers', 'buy_x_get_y', 'gift'] as const;

/** The input of a discount. Texts of numbers are empty where there is none. */
export interface Fields {
  code: string;
  title: string;
  applies: Applies;
  value: string;
  /** “50.00 = 10; 100.00 = 20” */
  tiers: string;
  buyQuantity: string;
  getQuantity: string;
  /** The variant that is given; null: none is chosen yet. */
  gift: { productId: string; variantId: string } | null;
  giftQuantity: string;
  /** The currency of its amounts. */
  currency: string;
  minimumAmount: string;
  minimumQuantity: string;
  productIds: readonly string[];
  categoryIds: readonly string[];
  customerGroupIds: readonly string[];
  firstOrder: boolean;
  oncePerCustomer: boolean;
  priority: string;
  combinable: boolean;
  active: boolean;
  startsAt: string;
  endsAt: string;
  usageLimit: string;
}

export const EMPTY: Fields = {
  ...{ code: '', title: '', applies: 'byCode', value: '', currency: '' },
  ...{ tiers: '', buyQuantity: '2', getQuantity: '1', gift: null, giftQuantity: '1' },
  ...{ minimumAmount: '', minimumQuantity: '' },
  ...{ productIds: [], categoryIds: [], customerGroupIds: [] },
  ...{ firstOrder: false, oncePerCustomer: false, priority: '0', combinable: true },
  ...{ active: true, startsAt: '', endsAt: '', usageLimit: '' },
};

export function fieldsOf(discount: Discount, storeCurrency: string): Fields {
  const { basisPoints, amount, minimumAmount, minimumQuantity, usageLimit } = discount;
  const { giftProductId, giftVariantId } = discount;
  const currency = discount.currency ?? storeCurrency;
  const { code, productIds, categoryIds, customerGroupIds } = discount;
  const { firstOrder, oncePerCustomer, combinable, active } = discount;
  return {
    ...{ code, applies: appliesOf(discount), productIds, categoryIds, customerGroupIds },
    ...{ firstOrder, oncePerCustomer, combinable, active, currency },
    title: discount.title ?? '',
    value:
      basisPoints !== null ? typedPercent(basisPoints) : amount !== null ? typedAmount(amount, currency) : '',
    tiers: typedTiers(discount.tiers, currency),
    buyQuantity: typedNumber(discount.buyQuantity),
    getQuantity: typedNumber(discount.getQuantity),
    gift: giftProductId && giftVariantId ? { productId: giftProductId, variantId: giftVariantId } : null,
    giftQuantity: typedNumber(discount.giftQuantity),
    minimumAmount: minimumAmount === null ? '' : typedAmount(minimumAmount, currency),
    minimumQuantity: typedNumber(minimumQuantity),
    priority: String(discount.priority),
    startsAt: localTime(discount.startsAt),
    endsAt: localTime(discount.endsAt),
    usageLimit: typedNumber(usageLimit),
  };
}

export function appliesOf({ automatic, singleUseCodes }: Discount): Applies {
  if (automatic) return 'automatic';
  return singleUseCodes ? 'byCodes' : 'byCode';
}

function typedNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

export function parseValue(kind: Kind, text: string, currency: string): number | undefined {
  return (hasPercent(kind) ? parsePercent(text) : parseAmount(text, currency)) || undefined;
}

export function hasPercent(kind: Kind): boolean {
  return kind === 'percentage' || kind === 'buy_x_get_y';
}

type Tiers = Discount['tiers'];

/** “50.00 = 10; 100.00 = 20” */
function typedTiers(tiers: Tiers, currency: string): string {
  return tiers
    .map(({ from, basisPoints }) => `${typedAmount(from, currency)} = ${typedPercent(basisPoints)}`)
    .join('; ');
}

/** Undefined: there is none, or a part of it can't be read, or isn't above the previous one. */
export function parseTiers(text: string, currency: string): Tiers | undefined {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  const tiers = parts.map((part) => {
    const [begins = '', takes = '', ...rest] = part.split('=').map((each) => each.trim());
    const [from, basisPoints] = [parseAmount(begins, currency), parsePercent(takes)];
    return from && basisPoints && rest.length === 0 ? { from, basisPoints } : undefined;
  });
  const read = tiers.filter((tier) => tier !== undefined);
  const isAscending = read.every(({ from }, at) => at === 0 || from > (read[at - 1]?.from ?? 0));
  return read.length > 0 && read.length === tiers.length && isAscending ? read : undefined;
}

interface Money {
  /** The currency of the amounts. */
  currency: string;
  storeCurrency: string;
}

export function moneyOf({ currency }: Fields, storeCurrency: string): Money {
  return { currency: currency || storeCurrency, storeCurrency };
}

/** The body of the request; `whole` says whether it contains amounts, for which `currency` is needed. */
export function bodyOf(
  kind: Kind,
  { changed, whole }: { changed: Partial<Fields>; whole: Fields },
  { currency, storeCurrency }: Money,
) {
  const { code, title, value, minimumAmount, startsAt, endsAt } = changed;
  const { applies, combinable, firstOrder, oncePerCustomer, active } = changed;
  const { productIds, categoryIds, customerGroupIds } = changed;
  const hasAmounts = kind === 'amount' || kind === 'tiers' || whole.minimumAmount !== '';
  const mayHaveCurrency =
    changed.currency !== undefined || minimumAmount !== undefined || changed.tiers !== undefined;
  const worth = value === undefined ? undefined : parseValue(kind, value, currency);
  const body = {
    ...{ combinable, firstOrder, oncePerCustomer, active },
    automatic: applies && applies === 'automatic',
    singleUseCodes: applies && applies === 'byCodes',
    productIds: productIds && [...productIds],
    categoryIds: categoryIds && [...categoryIds],
    customerGroupIds: customerGroupIds && [...customerGroupIds],
    code: code?.trim(),
    title: title === undefined ? undefined : title.trim() || null,
    ...(hasPercent(kind) ? { basisPoints: worth } : { amount: worth }),
    ...(kind === 'tiers' && changed.tiers !== undefined
      ? { tiers: parseTiers(changed.tiers, currency) }
      : {}),
    ...(kind === 'buy_x_get_y'
      ? { buyQuantity: numberOf(changed.buyQuantity), getQuantity: numberOf(changed.getQuantity) }
      : {}),
    ...(kind === 'gift'
      ? { giftVariantId: changed.gift?.variantId, giftQuantity: numberOf(changed.giftQuantity) }
      : {}),
    minimumAmount: minimumAmount === undefined ? undefined : parseAmount(minimumAmount, currency) || null,
    minimumQuantity: numberOf(changed.minimumQuantity),
    currency: mayHaveCurrency ? (hasAmounts && currency !== storeCurrency ? currency : null) : undefined,
    priority: changed.priority === undefined ? undefined : Number(changed.priority),
    startsAt: startsAt === undefined ? undefined : momentOf(startsAt),
    endsAt: endsAt === undefined ? undefined : momentOf(endsAt),
    usageLimit: numberOf(changed.usageLimit),
  };
  return Object.fromEntries(Object.entries(body).filter(([, each]) => each !== undefined)) as Partial<
    Given<typeof body>
  >;
}

type Given<Body> = { [Name in keyof Body]: Exclude<Body[Name], undefined> };

/** Empty: none; absent: unchanged. */
function numberOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text ? Number(text) : null;
}
