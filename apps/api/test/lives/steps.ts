import fc from 'fast-check';
import type { Promotion } from './promotions.ts';

/** Steps of several requests, whose moments in between another operator would see, or of the whole service. */
const ALONE = [
  'authorise',
  'payAnew',
  'payAnew',
  'switch',
  'capture',
  'expire',
  'repeat',
  'refundOutside',
  'refundOutsideInVain',
  'refundElsewhere',
  'refundElsewhere',
  'explain',
  'revive',
  'revive',
] as const;
const TOGETHER = [
  ...[
    'payEarlier',
    'crossed',
    'pay',
    'payTooMuch',
    'payHalf',
    'payTooLittle',
    'payAgain',
    'payForeign',
    'void',
    'late',
    'withdraw',
  ],
  ...['ship', 'ship', 'shipPart', 'remove', 'remove', 'cancel', 'acknowledge'],
  ...['refundLine', 'refundLines', 'refundAmount', 'refundAll', 'refundFrom', 'fail', 'fail'],
  ...['dispute', 'win', 'lose'],
  ...['return', 'request', 'approve', 'receive', 'refundReturn', 'rejectReturn'],
  ...['exchange', 'exchangeUp', 'exchangeDown'],
  ...['ready', 'readdress'],
] as const;

export interface Step {
  act: string;
  /** Which of them, of whatever the action is about. */
  which: number;
  quantity: number;
  isRestocked: boolean;
  /** Which order of the family. */
  on: number;
}

interface MarketTerms {
  currency: string;
  isNet: boolean;
  /** The providers of the store's own payment accounts, in their order. Without one the deployment's takes the money. */
  accounts: readonly ('fake' | 'manual')[];
  /** Discounts that apply by themselves. */
  automatic: readonly Promotion[];
}

/**
 * Where orders are sold: stores of one currency each, whose prices include tax or don't; one that is paid by bank transfer, and one
 * with several accounts to choose from. Most have a discount of a kind of its own.
 */
export const MARKETS = {
  euro: { currency: 'EUR', isNet: false, accounts: [], automatic: [] },
  net: {
    ...{ currency: 'EUR', isNet: true, accounts: [] },
    automatic: [
      {
        code: 'FROM40',
        automatic: true,
        kind: 'percentage',
        basisPoints: 550,
        minimumAmount: 4000,
        priority: 1,
      },
    ],
  },
  yen: {
    ...{ currency: 'JPY', isNet: false, accounts: [] },
    automatic: [
      {
        ...{ code: 'MORE', automatic: true, kind: 'tiers' },
        tiers: [
          { from: 4000, basisPoints: 300 },
          { from: 5000, basisPoints: 1250 },
        ],
      },
    ],
  },
  dinar: {
    ...{ currency: 'KWD', isNet: true, accounts: [] },
    automatic: [{ code: 'THIRD', automatic: true, kind: 'buy_x_get_y', buyQuantity: 2, getQuantity: 1 }],
  },
  bank: {
    ...{ currency: 'EUR', isNet: false, accounts: ['manual'] },
    automatic: [
      { code: 'ALONE', automatic: true, kind: 'amount', amount: 701, minimumQuantity: 5, combinable: false },
    ],
  },
  choice: {
    ...{ currency: 'EUR', isNet: false, accounts: ['fake', 'manual', 'fake'] },
    automatic: [{ code: 'SENT', automatic: true, kind: 'free_shipping', minimumQuantity: 8 }],
  },
} as const satisfies Record<string, MarketTerms>;

/** All discounts of a market: a tenth off by its code, and what applies by itself. */
export function promotionsOf(market: Market): readonly Promotion[] {
  return [{ code: 'TENTH', kind: 'percentage', basisPoints: 1000 }, ...MARKETS[market].automatic];
}

export type Market = keyof typeof MARKETS;

/** Where goods are fetched. */
export const PLACE_COUNTRY = 'FR';

/** The rates of the countries that goods go to, by tax class. Exports are listed at the same price. */
export const RATES = {
  DE: { standard: 1900n, reduced: 700n },
  FR: { standard: 2000n, reduced: 1000n },
  US: { standard: 0n, reduced: 0n },
} as const;

/** How an order was bought. */
export interface Terms {
  market: Market;
  /** An operator says that one pays no tax, and one has a VAT number of another member state. */
  buyer: 'guest' | 'exempt' | 'business';
  country: keyof typeof RATES;
  /**
   * Its shopper places it at the checkout, or an operator does with prices by hand: then its buyer has a link to pay it, or the money is
   * there already, where the store has an account for that.
   */
  placing: 'checkout' | 'link' | 'paid';
  /** Which of the store's accounts the shopper chooses, if it has as many; else it is the first. */
  account: number | null;
  hasEmail: boolean;
  /** Units of the first two goods. */
  quantities: readonly [number, number];
  /** Its buyer knows the code. */
  hasDiscount: boolean;
  /** Two units of the last of the goods come with it. */
  hasGift: boolean;
  hasShipping: boolean;
  /** Its buyer fetches what isn't bulky, in another country than the store's. */
  isPickedUp: boolean;
  /** The second of its goods is of the reduced class. */
  isMixed: boolean;
  /** How many of its goods need no shipping, the last first. */
  unshipped: 0 | 1 | 2;
  /** What a unit of the first of its goods weighs, which is bulky and goes by freight; 0: it is neither. */
  bulkyGrams: 0 | 200 | 400;
}

const step = (act: fc.Arbitrary<string>): fc.Arbitrary<Step> =>
  fc.record({
    act,
    which: fc.nat(5),
    quantity: fc.integer({ min: 1, max: 3 }),
    isRestocked: fc.boolean(),
    on: fc.constantFrom(0, 0, 0, 1, 2),
  });

/** Most orders are paid, and many are shipped, before anything else. Steps are of the first order, or of the one that is named. */
const BEGINNINGS = [
  'pay',
  'pay',
  'pay ship',
  'pay shipPart',
  'payTooMuch acknowledge ship',
  'payTooLittle acknowledge shipPart',
  'payTooLittle pay',
  'payHalf acknowledge pay',
  'payHalf acknowledge pay refundLines refundLine',
  'payHalf acknowledge payTooMuch acknowledge refundAll',
  'payTooLittle acknowledge pay ship return receive refundReturn',
  'pay ship return receive',
  'pay ship request approve receive',
  'readdress pay readdress ready ship',
  'pay ship return receive exchange',
  'pay ship return receive exchangeUp',
  'pay ship return receive exchange shipPart@1 cancel@1',
  'pay ship return receive exchange refundOutside',
  'pay ship return receive exchange refundElsewhere explain',
  'pay refundElsewhere explain fail',
  'pay ship return receive exchangeDown',
  'pay ship return receive exchange ship@1 return@1 receive@1 exchangeDown@1',
  'pay ship return receive exchangeUp pay@1 ship@1 return@1 receive@1 exchangeDown@1',
  'pay ship return receive refundReturn fail refundReturn',
  'payTooLittle acknowledge pay ship return receive refundReturn fail refundReturn',
  'pay refundLine fail revive',
  'pay refundLine fail refundLine revive',
  'pay ship return receive refundReturn fail revive refundReturn',
  'pay withdraw acknowledge ship',
  'withdraw pay cancel',
  'payForeign pay acknowledge ship',
  'authorise capture',
  'authorise capture shipPart capture',
  'authorise',
  'remove pay ship return receive refundReturn',
  'remove remove authorise capture capture',
  'remove payTooMuch acknowledge refundAll',
  'remove payEarlier pay',
  'pay remove ship',
  'payAnew pay ship return receive refundReturn',
  'payAnew payEarlier',
  'payAnew pay payEarlier refundAll',
  'payAnew payEarlier shipPart',
  'switch payAnew pay',
  'void payAnew pay',
  'payAnew authorise capture',
  'pay ship return receive exchangeUp payAnew@1 pay@1 ship@1',
  '',
];

/** One step, or two of different operators at once. */
export type Moment = [Step] | [Step, Step];

const together = step(fc.constantFrom(...TOGETHER));
const isOfDispute = ({ act }: Step) => act === 'dispute' || act === 'win' || act === 'lose';
/** A provider has one dispute of an id, and tells of it in one place: two new ones at once would share theirs. */
const pair = fc.tuple(together, together).filter((both) => !both.every(isOfDispute));
const moment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(step(fc.constantFrom(...TOGETHER, ...ALONE.slice(1)))) },
  { weight: 1, arbitrary: pair },
);

const terms: fc.Arbitrary<Terms> = fc.record({
  market: fc.constantFrom('euro', 'euro', 'net', 'yen', 'dinar', 'bank', 'choice', 'choice'),
  buyer: fc.constantFrom('guest', 'guest', 'guest', 'exempt', 'business'),
  country: fc.constantFrom('DE', 'DE', 'FR', 'FR', 'US'),
  account: fc.constantFrom(null, 0, 1, 2),
  placing: fc.constantFrom('checkout', 'checkout', 'checkout', 'checkout', 'link', 'paid'),
  hasEmail: fc.boolean(),
  quantities: fc.constantFrom([3, 2], [3, 2], [1, 1], [5, 3]),
  hasDiscount: fc.boolean(),
  hasGift: fc.constantFrom(false, false, true),
  hasShipping: fc.boolean(),
  isPickedUp: fc.constantFrom(false, false, false, true),
  isMixed: fc.boolean(),
  unshipped: fc.constantFrom(0, 0, 0, 1, 1, 2),
  bulkyGrams: fc.constantFrom(0, 0, 0, 200, 400),
});

const lives: fc.Arbitrary<Moment[]> = fc
  .tuple(fc.constantFrom(...BEGINNINGS), fc.array(moment, { minLength: 2, maxLength: 9 }))
  .chain(([begun, rest]) =>
    fc.tuple(
      ...begun
        .split(' ')
        .filter(Boolean)
        .map((given) => {
          const [act = '', on] = given.split('@');
          return fc.tuple(step(fc.constant(act)).map((one) => ({ ...one, on: Number(on ?? 0) })));
        }),
      ...rest.map((each) => fc.constant(each)),
    ),
  );

/** How an order is bought, and what happens to it then. */
export type LifeTerms = [Terms, Moment[]];

export const life: fc.Arbitrary<LifeTerms> = fc.tuple(terms, lives);

/** One of the orders of so many events. */
export function permutation(count: number, which: number): number[] {
  const left = Array.from({ length: count }, (_, index) => index);
  const order: number[] = [];
  for (let rest = which; left.length > 0; rest = Math.floor(rest / count))
    order.push(...left.splice(rest % left.length, 1));
  return order;
}
