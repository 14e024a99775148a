/** The type of a placeholder in a mail's text. */
type PlaceholderType = 'text' | 'number' | 'yes/no' | 'list' | 'block';

interface Placeholder {
  readonly type: PlaceholderType;
  readonly description: string;
}

function placeholder<T extends PlaceholderType>(type: T, description: string) {
  return { type, description } as const;
}

/** Everything that a text may show, once. `null` where it isn't known. */
export const MAIL_PLACEHOLDERS = {
  store_name: placeholder('text', 'The name of the store'),
  name: placeholder('text', 'The customer’s name, if it is known'),
  new_email: placeholder('text', 'The other address'),
  code: placeholder('block', 'The button to the page of the shop, and the code for typing'),
  order_number: placeholder('number', 'The number of the order'),
  lines: placeholder('list', 'The goods: each has `title` and `quantity`, in an order’s costs also `amount`'),
  order_table: placeholder('block', 'The goods with their amounts, discount, shipping, tax and total'),
  discount: placeholder('text', 'The discount as money; null without one'),
  shipping: placeholder('text', 'The shipping as money'),
  tax: placeholder('text', 'The tax that was added to the prices, as money; null without one'),
  total: placeholder('text', 'What the order costs, as money'),
  instructions: placeholder('text', 'How to pay, as the payment account says it'),
  pay_by: placeholder('text', 'The last day for the payment'),
  payment_button: placeholder('block', 'The button to the page of the shop where the order is paid'),
  exchange_of: placeholder('number', 'The number of the order whose goods are exchanged; null: no exchange'),
  is_part: placeholder('yes/no', 'Whether something of the order is still to come'),
  goods_table: placeholder('block', 'The goods of this message, with carrier and number of a shipment'),
  carrier: placeholder('text', 'Who carries the shipment'),
  tracking_number: placeholder('text', 'The carrier’s number of the shipment'),
  tracking_button: placeholder('block', 'The button to the carrier’s page'),
  pickup_place: placeholder('text', 'Name and address of the place where the goods are picked up'),
  opening_hours_table: placeholder('block', 'When that place is open'),
  pickup_note: placeholder('text', 'What the store says about that place'),
  is_unpaid: placeholder('yes/no', 'Whether it was cancelled because no payment came'),
  amount: placeholder('text', 'The refunded money'),
  note: placeholder('text', 'What the operator wrote'),
  received_at: placeholder('text', 'Day and time of the withdrawal'),
} as const satisfies Readonly<Record<string, Placeholder>>;

export type MailPlaceholder = keyof typeof MAIL_PLACEHOLDERS;

interface MailKindRule {
  readonly group: 'orders' | 'returns' | 'accounts';
  /** Law or a login needs it, or an operator sends it by hand, so it can't be switched off. */
  readonly isRequired?: true;
  readonly placeholders: readonly MailPlaceholder[];
}

const COSTS = ['lines', 'order_table', 'discount', 'shipping', 'tax', 'total'] as const;
const GOODS = ['order_number', 'lines', 'goods_table'] as const;

/** The mails to shoppers, whose texts are the merchant's to write, and what each may show. */
export const SHOPPER_MAILS = {
  order_placed: { group: 'orders', placeholders: ['order_number', ...COSTS, 'instructions', 'pay_by'] },
  payment_link: {
    group: 'orders',
    isRequired: true,
    placeholders: ['order_number', ...COSTS, 'pay_by', 'payment_button'],
  },
  order_confirmation: { group: 'orders', placeholders: ['order_number', ...COSTS, 'exchange_of'] },
  payment_failed: { group: 'orders', placeholders: ['order_number', 'total'] },
  order_shipped: {
    group: 'orders',
    placeholders: [...GOODS, 'is_part', 'carrier', 'tracking_number', 'tracking_button'],
  },
  order_ready: {
    group: 'orders',
    placeholders: [...GOODS, 'pickup_place', 'opening_hours_table', 'pickup_note'],
  },
  order_cancelled: { group: 'orders', placeholders: ['order_number', 'is_unpaid'] },
  order_refunded: { group: 'orders', placeholders: ['order_number', 'amount'] },
  return_requested: { group: 'returns', placeholders: GOODS },
  return_approved: { group: 'returns', placeholders: [...GOODS, 'note'] },
  return_rejected: { group: 'returns', placeholders: [...GOODS, 'note'] },
  return_received: { group: 'returns', placeholders: GOODS },
  withdrawal_received: { group: 'returns', isRequired: true, placeholders: [...GOODS, 'received_at'] },
  verification: { group: 'accounts', isRequired: true, placeholders: ['code'] },
  password_reset: { group: 'accounts', isRequired: true, placeholders: ['name', 'code'] },
  password_changed: { group: 'accounts', isRequired: true, placeholders: ['name'] },
  email_change: { group: 'accounts', isRequired: true, placeholders: ['code'] },
  email_taken: { group: 'accounts', isRequired: true, placeholders: [] },
  email_change_requested: { group: 'accounts', isRequired: true, placeholders: ['name', 'new_email'] },
  email_changed: { group: 'accounts', isRequired: true, placeholders: ['name', 'new_email'] },
} as const satisfies Readonly<Record<string, MailKindRule>>;

export type ShopperMail = keyof typeof SHOPPER_MAILS;

export const SHOPPER_MAIL_KINDS = Object.keys(SHOPPER_MAILS) as ShopperMail[];

/** The kinds that a store may switch off. */
export const OPTIONAL_MAIL_KINDS = SHOPPER_MAIL_KINDS.filter(
  (kind) => !('isRequired' in SHOPPER_MAILS[kind]),
);

interface Values<Block> {
  text: string | null;
  number: number | null;
  'yes/no': boolean;
  list: readonly { title: string; quantity: number; amount?: string }[];
  block: Block | null;
}

/** The values that the text of a mail is rendered with, beside the store's name. */
export type MailValues<K extends ShopperMail, Block> = {
  [P in (typeof SHOPPER_MAILS)[K]['placeholders'][number]]: Values<Block>[(typeof MAIL_PLACEHOLDERS)[P]['type']];
};
