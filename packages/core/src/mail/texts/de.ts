import { type MailTexts, orderRows, withdrawalOf } from '../templates.ts';

const IGNORE =
  'Falls Sie das nicht waren, können Sie diese Nachricht ignorieren: Ohne den Code darin ändert sich nichts.';
const ACT =
  'Falls Sie das nicht waren, setzen Sie bitte sofort Ihr Passwort zurück und melden Sie sich bei uns.';

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
  order_confirmation: (order, store) => ({
    subject: `Ihre Bestellung ${order.orderNumber} bei ${store}`,
    paragraphs: [
      `Vielen Dank für Ihre Bestellung ${order.orderNumber}. Ihre Zahlung ist bei uns eingegangen.`,
    ],
    rows: orderRows(order, {
      locale: 'de',
      discount: 'Rabatt',
      shipping: 'Versand',
      tax: 'Umsatzsteuer',
      total: 'Gesamtbetrag',
    }),
  }),
  withdrawal_received: (order, store) => {
    const { receivedAt, rows } = withdrawalOf(order, 'de');
    return {
      subject: `Ihr Widerruf der Bestellung ${order.orderNumber} bei ${store}`,
      paragraphs: [
        `Ihr Widerruf der Bestellung ${order.orderNumber} ist am ${receivedAt} bei uns eingegangen. Er betrifft:`,
        'Wir versenden diese Ware vorerst nicht und melden uns wegen Ihres Geldes bei Ihnen.',
      ],
      rows,
    };
  },
  invitation: ({ inviter, role }, store) => ({
    subject: `Sie sind zu ${store} eingeladen`,
    paragraphs: [
      `${inviter ?? 'Ein Mitarbeiter'} lädt Sie ein, bei ${store} mitzuarbeiten (Rolle: ${role}).`,
    ],
    action: { label: 'Einladung annehmen', page: 'accept-invitation', validFor: '7 Tage' },
  }),
};
