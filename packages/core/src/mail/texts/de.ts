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

const IGNORE =
  'Falls Sie das nicht waren, können Sie diese Nachricht ignorieren: Ohne den Code darin ändert sich nichts.';
const ACT =
  'Falls Sie das nicht waren, setzen Sie bitte sofort Ihr Passwort zurück und melden Sie sich bei uns.';

const COSTS = {
  discount: 'Rabatt',
  shipping: 'Versand',
  tax: 'Umsatzsteuer',
  total: 'Gesamtbetrag',
};

export const DE: MailTexts = {
  hello: (name) => `Guten Tag ${name},`,
  yourCode: (validFor) => `Ihr Code (gültig für ${validFor}):`,
  verification: (_data, store) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${store}`,
    paragraphs: [
      `Sie haben jetzt ein Kundenkonto bei ${store}. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.`,
    ],
    action: { label: 'Adresse bestätigen', page: 'verify', validFor: '3 Tage' },
  }),
  password_reset: ({ name }, store) => ({
    subject: `Ihr Passwort für ${store} zurücksetzen`,
    greeting: name,
    paragraphs: [
      `Jemand, vermutlich Sie selbst, möchte das Passwort Ihres Kundenkontos bei ${store} zurücksetzen.`,
      IGNORE,
    ],
    action: { label: 'Neues Passwort wählen', page: 'reset', validFor: '30 Minuten' },
  }),
  operator_password_reset: ({ name }, store) => ({
    subject: `Ihr Passwort für die Verwaltung von ${store} zurücksetzen`,
    greeting: name,
    paragraphs: [
      `Jemand, vermutlich Sie selbst, möchte Ihr Passwort für die Verwaltung von ${store} zurücksetzen.`,
      IGNORE,
    ],
    action: { label: 'Neues Passwort wählen', page: 'reset-password', validFor: '30 Minuten' },
  }),
  password_changed: ({ name }, store) => ({
    subject: `Ihr Passwort für ${store} wurde geändert`,
    greeting: name,
    paragraphs: [`Das Passwort Ihres Kontos bei ${store} wurde geändert.`, ACT],
  }),
  email_change: (_data, store) => ({
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${store}`,
    paragraphs: [
      `Jemand hat diese Adresse als neue Adresse eines Kundenkontos bei ${store} angegeben.`,
      IGNORE,
    ],
    action: { label: 'Diese Adresse verwenden', page: 'email', validFor: '1 Stunde' },
  }),
  email_taken: (_data, store) => ({
    subject: `Ihre E-Mail-Adresse bei ${store}`,
    paragraphs: [
      `Jemand möchte diese Adresse für ein weiteres Kundenkonto bei ${store} verwenden. Zu dieser Adresse gibt es bereits ein Konto; es wurde nichts geändert.`,
      'Falls Sie das waren, melden Sie sich mit dieser Adresse an oder setzen Sie ihr Passwort zurück.',
    ],
  }),
  email_change_requested: ({ name, newEmail }, store) => ({
    subject: `Eine neue E-Mail-Adresse für Ihr Kundenkonto bei ${store}`,
    greeting: name,
    paragraphs: [
      `Jemand, der Ihr Passwort kennt, möchte die Adresse Ihres Kundenkontos bei ${store} in ${newEmail} ändern. Sie ändert sich, sobald jene Adresse bestätigt ist.`,
      ACT,
    ],
  }),
  email_changed: ({ name, newEmail }, store) => ({
    subject: `Die E-Mail-Adresse Ihres Kundenkontos bei ${store} wurde geändert`,
    greeting: name,
    paragraphs: [`Ihr Kundenkonto bei ${store} hat jetzt die Adresse ${newEmail}.`, ACT],
  }),
  order_placed: (order, store) => {
    const { sum, day } = dueOf(order);
    return {
      subject: `Bitte bezahlen Sie Ihre Bestellung ${order.orderNumber} bei ${store}`,
      paragraphs: [
        `Vielen Dank für Ihre Bestellung ${order.orderNumber}. Wir halten die Ware für Sie bereit. Bitte zahlen Sie ${sum}${day === null ? '' : ` bis zum ${day}`}, und nennen Sie dabei die Nummer der Bestellung.`,
        ...(order.instructions === null ? [] : [order.instructions]),
      ],
      rows: orderRows(order, COSTS),
    };
  },
  order_confirmation: (order, store) => ({
    subject: `Ihre Bestellung ${order.orderNumber} bei ${store}`,
    paragraphs: [
      order.exchangeOf === null
        ? `Vielen Dank für Ihre Bestellung ${order.orderNumber}. Ihre Zahlung ist bei uns eingegangen.`
        : `Die Bestellung ${order.orderNumber} bringt Ihnen, was Sie für die zurückgesandte Ware der Bestellung ${order.exchangeOf} gewählt haben.`,
    ],
    rows: orderRows(order, COSTS),
  }),
  order_shipped: (order, store) => ({
    subject: `Ihre Bestellung ${order.orderNumber} bei ${store} ist unterwegs`,
    paragraphs: [
      order.isPart
        ? `Ein Teil Ihrer Bestellung ${order.orderNumber} hat unser Lager verlassen. Der Rest folgt.`
        : `Ihre Bestellung ${order.orderNumber} hat unser Lager verlassen.`,
    ],
    rows: shipmentRows(order, { carrier: 'Versand mit', trackingNumber: 'Sendungsnummer' }),
    ...trackingLink(order.trackingUrl, 'Sendung verfolgen'),
  }),
  order_cancelled: ({ orderNumber, why }, store) => ({
    subject: `Ihre Bestellung ${orderNumber} bei ${store} wurde storniert`,
    paragraphs:
      why === 'unpaid'
        ? [
            `Zu Ihrer Bestellung ${orderNumber} ist keine Zahlung bei uns eingegangen. Wir haben sie deshalb storniert.`,
            'Wenn Sie die Ware noch möchten, bestellen Sie bitte erneut.',
          ]
        : [
            `Ihre Bestellung ${orderNumber} wurde storniert.`,
            'Falls Sie bereits bezahlt haben, melden wir uns wegen Ihres Geldes bei Ihnen.',
          ],
  }),
  order_refunded: (refund, store) => ({
    subject: `Erstattung zu Ihrer Bestellung ${refund.orderNumber} bei ${store}`,
    paragraphs: [
      `Zu Ihrer Bestellung ${refund.orderNumber} erstatten wir Ihnen ${moneyOf(refund)} auf dem Weg, auf dem Sie bezahlt haben. Je nach Bank dauert das einige Tage.`,
    ],
  }),
  return_requested: ({ orderNumber, lines }, store) => ({
    subject: `Ihre Rücksendung zur Bestellung ${orderNumber} bei ${store}`,
    paragraphs: ['Ihre Anfrage ist bei uns eingegangen, wir antworten bald. Sie betrifft:'],
    rows: unitRows(lines),
  }),
  return_approved: ({ orderNumber, lines, note }, store) => ({
    subject: `Bitte senden Sie Ware der Bestellung ${orderNumber} an ${store} zurück`,
    paragraphs: ['Wir sind mit Ihrer Rücksendung einverstanden. Bitte senden Sie uns:'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_rejected: ({ orderNumber, lines, note }, store) => ({
    subject: `Ihre Rücksendung zur Bestellung ${orderNumber} bei ${store} wurde abgelehnt`,
    paragraphs: ['Diese Ware können wir leider nicht zurücknehmen:'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_received: ({ orderNumber, lines }, store) => ({
    subject: `Ihre Rücksendung zur Bestellung ${orderNumber} ist bei ${store} angekommen`,
    paragraphs: ['Diese Ware ist bei uns eingetroffen:'],
    rows: unitRows(lines),
    closing: ['Wie es weitergeht, teilen wir Ihnen mit.'],
  }),
  withdrawal_received: (order, store) => ({
    subject: `Ihr Widerruf der Bestellung ${order.orderNumber} bei ${store}`,
    paragraphs: [
      `Ihr Widerruf der Bestellung ${order.orderNumber} ist am ${momentOf(order)} bei uns eingegangen. Er betrifft:`,
    ],
    rows: unitRows(order.lines),
    closing: ['Wir versenden diese Ware vorerst nicht und melden uns wegen Ihres Geldes bei Ihnen.'],
  }),
  invitation: ({ inviter, role }, store) => ({
    subject: `Sie sind zu ${store} eingeladen`,
    paragraphs: [
      `${inviter ?? 'Ein Mitarbeiter'} lädt Sie ein, bei ${store} mitzuarbeiten (Rolle: ${role}).`,
    ],
    action: { label: 'Einladung annehmen', page: 'accept-invitation', validFor: '7 Tage' },
  }),
};
