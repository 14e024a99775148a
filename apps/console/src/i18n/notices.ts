import type { Language } from './index.tsx';

/**
 * What the service tells operators, in its own words and in German. What stands in braces is taken out of the one and put
 * into the other; it may be such a text itself.
 */
export const NOTICES: Readonly<Record<string, string>> = {
  'The module {name} is disabled': 'Das Modul {name} ist abgeschaltet',
  'Payments take no money': 'Zahlungen bringen kein Geld ein',
  'The deployment runs with PAYMENT_PROVIDER=fake. Orders are marked as paid without a payment.':
    'Der Dienst läuft mit PAYMENT_PROVIDER=fake. Bestellungen gelten ohne Zahlung als bezahlt.',

  'A payment doesn’t fit order {number}': 'Eine Zahlung passt nicht zur Bestellung {number}',
  '{expected} was to be paid for order {number} ({id}), and the provider received {received} by payment {payment}. The order isn’t shipped until somebody acknowledges this with a reason.':
    'Für die Bestellung {number} ({id}) waren {expected} zu zahlen, und der Anbieter bekam {received} durch die Zahlung {payment}. Die Bestellung wird erst versandt, wenn jemand das mit einem Grund bestätigt.',
  'The money of an exchange of order {number} went back':
    'Das Geld eines Umtauschs der Bestellung {number} ging zurück',
  'The provider paid money of order {number} ({id}) back, and {missing} of what paid for its exchanges is missing: {exchanges}. They aren’t shipped until somebody acknowledges this at order {first} with a reason.':
    'Der Anbieter hat Geld der Bestellung {number} ({id}) zurückgezahlt, und {missing} von dem, womit ihr Umtausch bezahlt war, fehlen: {exchanges}. Versandt wird erst, wenn jemand das an der Bestellung {first} mit einem Grund bestätigt.',
  'A cancelled order was paid': 'Eine stornierte Bestellung wurde bezahlt',
  'Order {id} was paid after it was cancelled. Its stock is reserved again: ship or refund it.':
    'Die Bestellung {id} wurde nach ihrer Stornierung bezahlt. Ihre Ware ist wieder reserviert: Versenden oder erstatten Sie sie.',
  'Order {id} was paid after it was cancelled, and its stock is sold. Refund it, or restock first.':
    'Die Bestellung {id} wurde nach ihrer Stornierung bezahlt, und ihre Ware ist verkauft. Erstatten Sie sie, oder füllen Sie zuerst das Lager auf.',
  'A payment event contradicts itself': 'Ein Zahlungsereignis widerspricht sich',
  'The event {event} ({type}) is about payment {payment} of order {order}, and {contradiction}. It is stored, and nothing was changed.':
    'Das Ereignis {event} ({type}) betrifft die Zahlung {payment} der Bestellung {order} und {contradiction}. Es ist gespeichert; geändert wurde nichts.',
  'names order {other} in its metadata': 'nennt in seinen Metadaten die Bestellung {other}',
  'names refund {refund} of payment {other}': 'nennt die Erstattung {refund} der Zahlung {other}',
  'names dispute {dispute} of payment {other}': 'nennt die Anfechtung {dispute} der Zahlung {other}',
  'A payment could not be cancelled': 'Eine Zahlung ließ sich nicht stornieren',
  'The provider did not cancel payment {id} of order {order}, for which nothing is to be paid. Cancel it there: it may still be paid.':
    'Der Anbieter hat die Zahlung {id} der Bestellung {order}, für die nichts zu bezahlen ist, nicht storniert. Tun Sie es dort: Sie kann noch bezahlt werden.',
  'A payment is disputed': 'Eine Zahlung wird bestritten',
  'The shopper’s bank disputes a payment of order {order} ({dispute}).':
    'Die Bank des Kunden bestreitet eine Zahlung der Bestellung {order} ({dispute}).',
  'A refund did not go through': 'Eine Erstattung ging nicht durch',
  'Refund {id} failed: {error}. Its credit note is cancelled; refund again.':
    'Die Erstattung {id} schlug fehl: {error}. Ihre Rechnungskorrektur ist storniert; erstatten Sie noch einmal.',
  'The buyer withdrew from order {number}': 'Der Käufer hat die Bestellung {number} widerrufen',
  'Order {id} isn’t shipped any more: cancel and refund it, or acknowledge it with a reason.':
    'Die Bestellung {id} wird nicht mehr versandt: Stornieren und erstatten Sie sie, oder bestätigen Sie den Widerruf mit einem Grund.',
  'A return of order {number} was requested': 'Für die Bestellung {number} wurde eine Rückgabe beantragt',
  'Return {id} of order {order} waits for your approval.':
    'Die Rückgabe {id} der Bestellung {order} wartet auf Ihre Genehmigung.',

  'The host {host} no longer names your store': 'Der Host {host} steht nicht mehr für Ihren Shop',
  'Its TXT record {name} is gone, or it was given to another store.':
    'Sein TXT-Eintrag {name} fehlt, oder er gehört jetzt einem anderen Shop.',

  'endpoint at {host}': 'Webhook-Endpunkt bei {host}',
  'receiver of a pull subscription': 'Empfänger eines Pull-Abonnements',
  'a pull subscription': 'ein Pull-Abonnement',
  'The webhook {endpoint} is well again': 'Der {endpoint} ist wieder in Ordnung',
  'Subscription {id} takes deliveries again.': 'Das Abonnement {id} nimmt wieder Zustellungen an.',
  'The webhook {endpoint} has failed for a day': 'Der {endpoint} versagt seit einem Tag',
  'Subscription {id} has taken no delivery since {time}. What ran out of retries is exhausted; a recovery sends it again once the endpoint is fixed.':
    'Das Abonnement {id} hat seit {time} keine Zustellung angenommen. Wofür es keine Versuche mehr gibt, sendet eine Wiederherstellung noch einmal, sobald der Endpunkt wieder geht.',
  'The webhook {endpoint} was paused': 'Der {endpoint} wurde angehalten',
  'Subscription {id} was paused because {reason}. Its deliveries wait; resume it once the endpoint is fixed.':
    'Das Abonnement {id} wurde angehalten, {reason}. Seine Zustellungen warten; setzen Sie es fort, sobald der Endpunkt wieder geht.',
  'it returned 410 Gone': 'weil es 410 Gone bekam',
  'it has returned nothing but failures for five days': 'weil seit fünf Tagen jeder Versuch fehlschlug',
  'Deliveries to {host} ran out of retries: {count}':
    'Zustellungen an {host}, für die es keine Versuche mehr gibt: {count}',
  'Subscription {id}, last tried in the hour from {time} UTC. A retry or a recovery sends them again once the endpoint works.':
    'Abonnement {id}, zuletzt versucht in der Stunde ab {time} UTC. Eine Wiederholung oder Wiederherstellung sendet sie noch einmal, sobald der Endpunkt wieder geht.',
  'The client certificate for the webhook endpoint at {host} ends on {date}':
    'Das Client-Zertifikat für den Webhook-Endpunkt bei {host} läuft am {date} ab',
  'Subscription {id} shows it with each delivery. After {time} the endpoint refuses it, and deliveries fail. Set a new certificate and key as `auth` of the subscription.':
    'Das Abonnement {id} zeigt es bei jeder Zustellung vor. Nach {time} lehnt der Endpunkt es ab, und Zustellungen schlagen fehl. Hinterlegen Sie beim Abonnement ein neues Zertifikat mit Schlüssel.',
};

const patterns = Object.entries(NOTICES).map(([english, german]) => {
  const source = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
  return [new RegExp(`^${source}$`, 's'), german] as const;
});

/** A notice in a language; what nobody has translated stays as the service, or a module, wrote it. */
export function noticeIn(language: Language, text: string): string {
  if (language === 'en') return text;
  for (const [pattern, german] of patterns) {
    const found = pattern.exec(text);
    if (found)
      return german.replace(/\{(\w+)\}/g, (_, name: string) =>
        noticeIn(language, found.groups?.[name] ?? ''),
      );
  }
  return text;
}
