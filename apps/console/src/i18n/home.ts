import type { Texts } from './index.tsx';

const en = {
  'home.toShip': 'To ship',
  'home.unpaid': 'Unpaid',
  'home.openReturns': 'Returns',
  'home.sales': 'Sales in 30 days',
  'home.noSales': 'Nothing was sold in the last 30 days.',
  'home.revenue': 'Revenue',
  'home.orders': '{count, plural, one {order} other {orders}}',
  'home.average': 'on average',
  'home.refunds': '{amount} of it was refunded.',
  'home.alsoIn': 'Also {amount} from {count, plural, one {# order} other {# orders}}.',
  'home.deliveries': 'Deliveries in 30 days',
  'home.failed': 'retrying',
  'home.exhausted': 'failed',
  'home.rate': 'of attempts succeeded',
  'home.since': 'began',
  'home.attention': 'Orders that need attention',
  'home.allAttention': 'Show all',
  'home.look': 'View',

  'setup.catalogue.todo': 'Publish a product with a variant.',
  'setup.seller.todo': 'Enter your business details with address and registration: invoices need them.',
  'setup.shipping.todo': 'Create a shipping option.',
  'setup.tax.todo': 'Choose the countries that you sell to: their tax applies.',
  'setup.payment.todo':
    'The operator of the deployment chooses a provider (PAYMENT_PROVIDER). The fake one takes no money.',
  'setup.compliance.todo': 'Choose which trackers run, and whether visitors are asked for consent.',
  'setup.webhooks.todo': 'Create an endpoint that receives events.',
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
    'home.attention': 'Bestellungen, die Aufmerksamkeit brauchen',
    'home.allAttention': 'Alle anzeigen',
    'home.look': 'Ansehen',

    'setup.catalogue.todo': 'Veröffentlichen Sie ein Produkt mit einer Variante.',
    'setup.seller.todo':
      'Tragen Sie die Angaben zum Unternehmen ein, mit Anschrift und Register: Rechnungen brauchen sie.',
    'setup.shipping.todo': 'Legen Sie eine Versandart an.',
    'setup.tax.todo': 'Wählen Sie die Länder, in die Sie verkaufen: Deren Steuer gilt.',
    'setup.payment.todo':
      'Wer den Dienst betreibt, wählt einen Anbieter (PAYMENT_PROVIDER). Der unechte nimmt kein Geld ein.',
    'setup.compliance.todo':
      'Wählen Sie, welche Tracker laufen und ob Besucher um Zustimmung gebeten werden.',
    'setup.webhooks.todo': 'Legen Sie einen Endpunkt an, der Ereignisse empfängt.',
  },
};
