import type { Texts } from './index.tsx';

const en = {
  'home.toShip': 'To ship',
  'home.unpaid': 'Unpaid',
  'home.openReturns': 'Returns',
  'home.sales': 'Sales of 30 days',
  'home.noSales': 'Nothing was sold in the last 30 days.',
  'home.revenue': 'Revenue',
  'home.orders': '{count, plural, one {order} other {orders}}',
  'home.average': 'on average',
  'home.refunds': '{amount} of it was refunded.',
  'home.alsoIn': 'Also {amount} from {count, plural, one {# order} other {# orders}}.',
  'home.deliveries': 'Deliveries of 30 days',
  'home.failed': 'retrying',
  'home.exhausted': 'failed',
  'home.rate': 'of attempts succeeded',
  'home.since': 'began',
  'home.attention': 'Orders that need you',
  'home.allAttention': 'All of them',
  'home.look': 'Look at it',

  'setup.catalogue.todo': 'Publish a product with a variant.',
  'setup.seller.todo': 'Name who sells, with address and registration, as invoices must.',
  'setup.shipping.todo': 'Make a shipping option.',
  'setup.tax.todo': 'Name the countries you sell to, whose tax applies.',
  'setup.payment.todo':
    'The operator of the deployment chooses a provider (PAYMENT_PROVIDER). The fake one takes no money.',
  'setup.compliance.todo': 'Say which trackers run, and whether visitors are asked.',
  'setup.webhooks.todo': 'Subscribe a system of yours to events.',
} as const;

export const homeTexts: Texts<keyof typeof en> = {
  en,
  de: {
    'home.toShip': 'Zu versenden',
    'home.unpaid': 'Unbezahlt',
    'home.openReturns': 'Retouren',
    'home.sales': 'Verkäufe in 30 Tagen',
    'home.noSales': 'In den letzten 30 Tagen wurde nichts verkauft.',
    'home.revenue': 'Umsatz',
    'home.orders': '{count, plural, one {Bestellung} other {Bestellungen}}',
    'home.average': 'im Durchschnitt',
    'home.refunds': 'Davon wurden {amount} erstattet.',
    'home.alsoIn': 'Dazu {amount} aus {count, plural, one {# Bestellung} other {# Bestellungen}}.',
    'home.deliveries': 'Zustellungen in 30 Tagen',
    'home.failed': 'werden wiederholt',
    'home.exhausted': 'fehlgeschlagen',
    'home.rate': 'der Versuche gelangen',
    'home.since': 'begann',
    'home.attention': 'Bestellungen, die Sie brauchen',
    'home.allAttention': 'Alle',
    'home.look': 'Ansehen',

    'setup.catalogue.todo': 'Veröffentlichen Sie ein Produkt mit einer Variante.',
    'setup.seller.todo':
      'Nennen Sie, wer verkauft, mit Anschrift und Register, wie es auf Rechnungen stehen muss.',
    'setup.shipping.todo': 'Legen Sie eine Versandart an.',
    'setup.tax.todo': 'Nennen Sie die Länder, in die Sie verkaufen und deren Steuer gilt.',
    'setup.payment.todo':
      'Wer den Dienst betreibt, wählt einen Anbieter (PAYMENT_PROVIDER). Der unechte nimmt kein Geld ein.',
    'setup.compliance.todo': 'Sagen Sie, welche Tracker laufen und ob Besucher gefragt werden.',
    'setup.webhooks.todo': 'Melden Sie eines Ihrer Systeme für Ereignisse an.',
  },
};
