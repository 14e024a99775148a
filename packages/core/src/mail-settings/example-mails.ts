import type { Locale, PickupPlace, ShopperMail } from '@service/contract';
import type { Context } from '../context.ts';
import type { MailData } from '../mail/index.ts';

const LINES = [
  { title: 'Darjeeling First Flush, 100 g', quantity: 2, amount: 2380 },
  { title: 'Kyusu “Tokoname”', quantity: 1, amount: 4990 },
];
const GOODS = LINES.map(({ title, quantity }) => ({ title, quantity }));
const COSTS = {
  currency: 'EUR',
  lines: LINES,
  discounts: [{ title: 'SPRING10', amount: 500 }],
  discountTotal: 500,
  shippingTotal: 490,
  addedTax: 0,
  total: 7360,
};
const PERSON = { name: 'Ada Lovelace', newEmail: 'ada@example.com' };
const PLACE: PickupPlace = {
  address: { name: 'Tea House', line1: 'Teegasse 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
  openingHours: (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const).map(
    (day) => ({
      day,
      opens: '09:00',
      closes: day === 'saturday' ? '14:00' : '18:00',
    }),
  ),
  note: 'Please ring at the yard.',
};
const CLOCK = { timeZone: 'Europe/Berlin' };

type Example<K extends ShopperMail> = Omit<MailData[K], 'locale' | 'orderNumber'>;

/** Mails that were never sent: the first of each kind is the usual one, the others lack a part that may be missing. */
const EXAMPLES: { readonly [K in ShopperMail]: readonly [Example<K>, ...Example<K>[]] } = {
  order_placed: [
    {
      ...COSTS,
      ...CLOCK,
      instructions: 'IBAN DE02 1203 0000 0000 2020 51',
      payBy: '2026-01-29T09:30:00.000Z',
    },
    { ...COSTS, ...CLOCK, discounts: [], discountTotal: 0, addedTax: 380, instructions: null, payBy: null },
  ],
  payment_link: [
    { ...COSTS, ...CLOCK, payBy: '2026-01-29T09:30:00.000Z' },
    { ...COSTS, ...CLOCK, discounts: [], discountTotal: 0, addedTax: 380, payBy: null },
  ],
  order_confirmation: [
    { ...COSTS, exchangeOf: null },
    { ...COSTS, discounts: [], discountTotal: 0, addedTax: 380, exchangeOf: 1000 },
  ],
  payment_failed: [{ currency: 'EUR', total: COSTS.total }],
  order_shipped: [
    {
      lines: GOODS,
      isPart: false,
      carrier: 'DHL',
      trackingNumber: '00340434161094042557',
      trackingUrl: 'https://www.dhl.de/',
    },
    { lines: GOODS, isPart: true, carrier: null, trackingNumber: null, trackingUrl: null },
  ],
  order_ready: [
    { lines: GOODS, place: PLACE },
    { lines: GOODS, place: { ...PLACE, openingHours: [], note: null } },
  ],
  order_cancelled: [{ why: 'decided' }, { why: 'unpaid' }],
  order_refunded: [{ currency: 'EUR', amount: 4990, refundId: null }],
  return_requested: [{ lines: GOODS }],
  return_approved: [
    { lines: GOODS, note: 'Tea House, Teegasse 1, 10115 Berlin' },
    { lines: GOODS, note: null },
  ],
  return_rejected: [
    { lines: GOODS, note: 'The seal is broken.' },
    { lines: GOODS, note: null },
  ],
  return_received: [{ lines: GOODS }],
  withdrawal_received: [{ ...CLOCK, lines: GOODS, receivedAt: '2026-01-15T09:30:00.000Z' }],
  verification: [{}],
  password_reset: [PERSON, { name: null }],
  password_changed: [PERSON, { name: null }],
  email_change: [{}],
  email_taken: [{}],
  email_change_requested: [PERSON, { ...PERSON, name: null }],
  email_changed: [PERSON, { ...PERSON, name: null }],
};

/** The input of `composeMail` except for the store's text and look. */
export function exampleMails({ services, tenantId }: Context, kind: ShopperMail, locale: Locale) {
  const mailAbout = (data: object) => ({
    kind,
    data: { ...data, locale, orderNumber: 1001 } as object,
    storeName: 'Tea House',
    storeId: tenantId,
    storeLocale: locale,
    token: 'example-of-a-code',
    links: services.mailLinks,
  });
  const [first, ...others] = EXAMPLES[kind];
  return [mailAbout(first), ...others.map(mailAbout)] as const;
}
