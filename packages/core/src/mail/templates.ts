/** What each kind of message shows. Its token isn't part of it: the token is stored sealed, beside it. */
export interface MailData {
  verification: { name: string | null };
  password_reset: { name: string | null };
  operator_password_reset: { name: string | null };
  password_changed: { name: string | null };
  /** To the new address. */
  email_change: { name: string | null };
  /** To an address that was requested and already has an account; it carries no token. */
  email_taken: Record<string, never>;
  /** To the old address, before and after the switch. */
  email_change_requested: { name: string | null; newEmail: string };
  email_changed: { name: string | null; newEmail: string };
  order_confirmation: {
    orderNumber: number;
    currency: string;
    lines: { title: string; quantity: number; amount: number }[];
    shippingTotal: number;
    total: number;
  };
  invitation: { inviter: string | null; role: string };
  /** To operators: a subscriber's endpoint has failed for long, was paused, or works again. */
  endpoint_health: { title: string; detail: string };
  /** To operators: what a notice says. */
  operator_notice: { title: string; detail: string };
  /** What a module writes, in its own words. */
  module: { subject: string; text: string };
}

export type MailKind = keyof MailData;

/** A message before it is text or HTML. It is made of plain strings, so that escaping happens in one place. */
export interface Message {
  subject: string;
  greeting?: string | null;
  paragraphs: string[];
  /** Left and right column. */
  rows?: [string, string][];
  /** What the token is for, and the storefront's page that takes it. */
  action?: { label: string; page: string; validFor: string };
}

type Template<K extends MailKind> = (data: MailData[K], store: string) => Message;

const IGNORE = 'If this was not you, you can ignore this message: nothing changes without the code in it.';
const ACT = 'If this was not you, reset your password now and contact us.';

export const TEMPLATES: { readonly [K in MailKind]: Template<K> } = {
  verification: ({ name }, store) => ({
    subject: `Confirm your e-mail address for ${store}`,
    greeting: name,
    paragraphs: [`You now have an account at ${store}. Please confirm that this address is yours.`],
    action: { label: 'Confirm the address', page: 'verify', validFor: '3 days' },
  }),
  password_reset: ({ name }, store) => ({
    subject: `Reset your password for ${store}`,
    greeting: name,
    paragraphs: [`Somebody, probably you, asked to reset the password of your account at ${store}.`, IGNORE],
    action: { label: 'Choose a new password', page: 'reset', validFor: '30 minutes' },
  }),
  operator_password_reset: ({ name }, store) => ({
    subject: `Reset your operator password for ${store}`,
    greeting: name,
    paragraphs: [`Somebody, probably you, asked to reset your operator password for ${store}.`, IGNORE],
    action: { label: 'Choose a new password', page: 'operator-reset', validFor: '30 minutes' },
  }),
  password_changed: ({ name }, store) => ({
    subject: `Your password for ${store} was changed`,
    greeting: name,
    paragraphs: [`The password of your account at ${store} was changed.`, ACT],
  }),
  email_change: ({ name }, store) => ({
    subject: `Confirm your new e-mail address for ${store}`,
    greeting: name,
    paragraphs: [`Somebody entered this address as the new address of an account at ${store}.`, IGNORE],
    action: { label: 'Use this address', page: 'email', validFor: '1 hour' },
  }),
  email_taken: (_data, store) => ({
    subject: `Your e-mail address at ${store}`,
    paragraphs: [
      `Somebody asked to use this address for another account at ${store}. This address already has an account, so nothing was changed.`,
      'If this was you, log in with this address, or reset its password.',
    ],
  }),
  email_change_requested: ({ name, newEmail }, store) => ({
    subject: `A new e-mail address for your account at ${store}`,
    greeting: name,
    paragraphs: [
      `Somebody with your password asked to change the address of your account at ${store} to ${newEmail}. It changes when that address is confirmed.`,
      ACT,
    ],
  }),
  email_changed: ({ name, newEmail }, store) => ({
    subject: `The e-mail address of your account at ${store} was changed`,
    greeting: name,
    paragraphs: [`Your account at ${store} now has the address ${newEmail}.`, ACT],
  }),
  order_confirmation: ({ orderNumber, currency, lines, shippingTotal, total }, store) => ({
    subject: `Your order ${orderNumber} at ${store}`,
    paragraphs: [`Thank you for your order ${orderNumber}. We have received your payment.`],
    rows: [
      ...lines.map(({ title, quantity, amount }): [string, string] => [
        `${quantity} × ${title}`,
        money(amount, currency),
      ]),
      ['Shipping', money(shippingTotal, currency)],
      ['Total', money(total, currency)],
    ],
  }),
  invitation: ({ inviter, role }, store) => ({
    subject: `You are invited to ${store}`,
    paragraphs: [`${inviter ?? 'An operator'} invites you to work on ${store} as ${role}.`],
    action: { label: 'Accept the invitation', page: 'invitation', validFor: '7 days' },
  }),
  endpoint_health: ({ title, detail }, store) => ({
    subject: `${title} (${store})`,
    paragraphs: [detail, 'The delivery log shows every attempt.'],
  }),
  operator_notice: ({ title, detail }, store) => ({ subject: `${title} (${store})`, paragraphs: [detail] }),
  module: ({ subject, text }) => ({ subject, paragraphs: text.split(/\n{2,}/) }),
};

/** Minor units as a reader expects them; currencies without cents have none. */
function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
