import {
  dueOf,
  type MailTexts,
  momentOf,
  moneyOf,
  orderRows,
  shipmentRows,
  trackingLink,
  unitRows,
} from '../templates.ts';

const IGNORE = 'If this was not you, you can ignore this message: nothing changes without the code in it.';
const ACT = 'If this was not you, reset your password now and contact us.';

const COSTS = {
  discount: 'Discount',
  shipping: 'Shipping',
  tax: 'VAT',
  total: 'Total',
};

export const EN: MailTexts = {
  hello: (name) => `Hello ${name},`,
  yourCode: (validFor) => `Your code (valid for ${validFor}):`,
  verification: (_data, store) => ({
    subject: `Confirm your e-mail address for ${store}`,
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
    action: { label: 'Choose a new password', page: 'reset-password', validFor: '30 minutes' },
  }),
  password_changed: ({ name }, store) => ({
    subject: `Your password for ${store} was changed`,
    greeting: name,
    paragraphs: [`The password of your account at ${store} was changed.`, ACT],
  }),
  email_change: (_data, store) => ({
    subject: `Confirm your new e-mail address for ${store}`,
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
  order_placed: (order, store) => {
    const { sum, day } = dueOf(order);
    return {
      subject: `Please pay for your order ${order.orderNumber} at ${store}`,
      paragraphs: [
        `Thank you for your order ${order.orderNumber}. We keep the goods for you. Please pay ${sum}${day === null ? '' : ` by ${day}`}, and name the order’s number.`,
        ...(order.instructions === null ? [] : [order.instructions]),
      ],
      rows: orderRows(order, COSTS),
    };
  },
  order_confirmation: (order, store) => ({
    subject: `Your order ${order.orderNumber} at ${store}`,
    paragraphs: [
      order.exchangeOf === null
        ? `Thank you for your order ${order.orderNumber}. We have received your payment.`
        : `Order ${order.orderNumber} sends you what you chose for the goods of order ${order.exchangeOf} that came back.`,
    ],
    rows: orderRows(order, COSTS),
  }),
  order_shipped: (order, store) => ({
    subject: `Your order ${order.orderNumber} at ${store} is on its way`,
    paragraphs: [
      order.isPart
        ? `A part of your order ${order.orderNumber} has left us. The rest follows.`
        : `Your order ${order.orderNumber} has left us.`,
    ],
    rows: shipmentRows(order, { carrier: 'Carrier', trackingNumber: 'Tracking number' }),
    ...trackingLink(order.trackingUrl, 'Follow the parcel'),
  }),
  order_cancelled: ({ orderNumber, why }, store) => ({
    subject: `Your order ${orderNumber} at ${store} was cancelled`,
    paragraphs:
      why === 'unpaid'
        ? [
            `We haven’t received a payment for your order ${orderNumber}, so it was cancelled.`,
            'If you still want the goods, please order again.',
          ]
        : [
            `Your order ${orderNumber} was cancelled.`,
            'If you have paid already, you will hear from us about your money.',
          ],
  }),
  order_refunded: (refund, store) => ({
    subject: `A refund for your order ${refund.orderNumber} at ${store}`,
    paragraphs: [
      `${moneyOf(refund)} of your order ${refund.orderNumber} is on its way back to you, by the way you paid. Depending on your bank this takes some days.`,
    ],
  }),
  return_requested: ({ orderNumber, lines }, store) => ({
    subject: `Your return of order ${orderNumber} at ${store}`,
    paragraphs: ['We have received your request and will answer it soon. It is about:'],
    rows: unitRows(lines),
  }),
  return_approved: ({ orderNumber, lines, note }, store) => ({
    subject: `Please send back goods of order ${orderNumber} at ${store}`,
    paragraphs: ['Your return is agreed. Please send us:'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_rejected: ({ orderNumber, lines, note }, store) => ({
    subject: `Your return of order ${orderNumber} at ${store} was declined`,
    paragraphs: ['We can’t take back these goods:'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_received: ({ orderNumber, lines }, store) => ({
    subject: `Your return of order ${orderNumber} has reached ${store}`,
    paragraphs: ['We have received these goods:'],
    rows: unitRows(lines),
    closing: ['We will tell you what comes next.'],
  }),
  withdrawal_received: (order, store) => ({
    subject: `Your withdrawal from order ${order.orderNumber} at ${store}`,
    paragraphs: [
      `We received your withdrawal from order ${order.orderNumber} on ${momentOf(order)}. It is about:`,
    ],
    rows: unitRows(order.lines),
    closing: ['We won’t send these goods for now. You will hear from us about your money.'],
  }),
  invitation: ({ inviter, role }, store) => ({
    subject: `You are invited to ${store}`,
    paragraphs: [`${inviter ?? 'An operator'} invites you to work on ${store} as ${role}.`],
    action: { label: 'Accept the invitation', page: 'accept-invitation', validFor: '7 days' },
  }),
};
