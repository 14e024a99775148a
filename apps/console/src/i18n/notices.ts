import type { Language } from './index.tsx';

/**
 * The service's texts for operators, in its own words and in German. A part in braces is copied from the one to the other; it may
 * be such a text itself.
 */
export const NOTICES: Readonly<Record<string, string>> = {
  'The module {name} is disabled': 'Das Modul {name} ist abgeschaltet',
  'Payments take no money': 'Zahlungen bringen kein Geld ein',
  'The deployment runs with PAYMENT_PROVIDER=fake. Orders are marked as paid without a payment.':
    'Der Dienst läuft mit PAYMENT_PROVIDER=fake. Bestellungen gelten ohne Zahlung als bezahlt.',

  'A payment doesn’t fit order {number}': 'Eine Zahlung passt nicht zur Bestellung {number}',
  '{expected} was to be paid for order {number} ({id}), and the provider received {received} by payment {payment}. The order isn’t shipped until an operator acknowledges this with a reason.':
    'Für die Bestellung {number} ({id}) waren {expected} zu zahlen, und der Anbieter bekam {received} durch die Zahlung {payment}. Die Bestellung wird erst versandt, wenn jemand das mit einem Grund bestätigt.',
  'The money of an exchange of order {number} went back':
    'Das Geld eines Umtauschs der Bestellung {number} ging zurück',
  'The provider paid money of order {number} ({id}) back, and {missing} of what paid for its exchanges is missing: {exchanges}. They aren’t shipped until an operator acknowledges this at order {first} with a reason.':
    'Der Anbieter hat Geld der Bestellung {number} ({id}) zurückgezahlt, und {missing} von dem, womit ihr Umtausch bezahlt war, fehlen: {exchanges}. Versandt wird erst, wenn jemand das an der Bestellung {first} mit einem Grund bestätigt.',
  'A cancelled order was paid': 'Eine stornierte Bestellung wurde bezahlt',
  'Order {id} was paid after it was cancelled. Its stock is reserved again: ship or refund it.':
    'Die Bestellung {id} wurde nach ihrer Stornierung bezahlt. Ihre Ware ist wieder reserviert: Versenden oder erstatten Sie sie.',
  'Order {id} was paid after it was cancelled, and its stock is sold. Refund it, or restock first.':
    'Die Bestellung {id} wurde nach ihrer Stornierung bezahlt, und ihre Ware ist verkauft. Erstatten Sie sie, oder füllen Sie zuerst das Lager auf.',
  '{text} It was the exchange of return {id}, which is open again: ship this order or settle that return, not both.':
    '{text} Sie war der Umtausch der Retoure {id}, die wieder offen ist: Versenden Sie diese Bestellung, oder schließen Sie jene Retoure ab, nicht beides.',
  'A payment was reported again': 'Eine Zahlung wurde noch einmal gemeldet',
  'The provider reported a payment of order {id} again, which was {status}. No money came in. The order is paid now: look at its history, and refund or acknowledge it.':
    'Der Anbieter hat eine Zahlung der Bestellung {id} (Status {status}) noch einmal gemeldet. Neues Geld kam nicht. Die Bestellung gilt jetzt als bezahlt: Sehen Sie in ihren Verlauf, und erstatten oder bestätigen Sie sie.',
  'A payment event contradicts itself': 'Ein Zahlungsereignis widerspricht sich',
  'The event {event} ({type}) is about payment {payment} of order {order}, and {contradiction}. It is stored, and nothing was changed.':
    'Das Ereignis {event} ({type}) betrifft die Zahlung {payment} der Bestellung {order} und {contradiction}. Es ist gespeichert; geändert wurde nichts.',
  'names order {other} in its metadata': 'nennt in seinen Metadaten die Bestellung {other}',
  'names refund {refund} of payment {other}': 'nennt die Erstattung {refund} der Zahlung {other}',
  'names dispute {dispute} of payment {other}': 'nennt die Anfechtung {dispute} der Zahlung {other}',
  'A payment could not be cancelled': 'Eine Zahlung ließ sich nicht stornieren',
  'The provider did not cancel payment {id} of order {order}, for which nothing is to be paid. Cancel it there: it may still be paid.':
    'Der Anbieter hat die Zahlung {id} der Bestellung {order}, für die nichts zu bezahlen ist, nicht storniert. Tun Sie es dort: Sie kann noch bezahlt werden.',
  'A payment is disputed': 'Eine Zahlung wird angefochten',
  'The shopper’s bank disputes a payment of order {order} ({dispute}).':
    'Die Bank des Kunden ficht eine Zahlung der Bestellung {order} an ({dispute}).',
  'A refund did not go through': 'Eine Erstattung ging nicht durch',
  'Refund {id} failed: {error}. Its credit note is cancelled; refund again.':
    'Die Erstattung {id} schlug fehl: {error}. Ihre Rechnungskorrektur ist storniert; erstatten Sie noch einmal.',
  'A tax service doesn’t record a document': 'Ein Steuerdienst erfasst einen Beleg nicht',
  '{provider} hasn’t taken {document} {number} for two hours. It is tried again until it does.':
    '{provider} hat {document} {number} seit zwei Stunden nicht angenommen. Es wird weiter versucht, bis das gelingt.',
  invoice: 'die Rechnung',
  'credit note': 'die Rechnungskorrektur',
  'A refund that had failed went through after all': 'Eine fehlgeschlagene Erstattung ging doch noch durch',
  'The provider paid back refund {id} of order {order}. If you have made it again, the buyer got it twice.':
    'Der Anbieter hat die Erstattung {id} der Bestellung {order} ausgezahlt. Haben Sie sie noch einmal gemacht, bekam der Käufer sie doppelt.',
  'The buyer withdrew from order {number}': 'Der Käufer hat die Bestellung {number} widerrufen',
  'Order {id} isn’t shipped any more: cancel and refund it, or acknowledge it with a reason.':
    'Die Bestellung {id} wird nicht mehr versandt: Stornieren und erstatten Sie sie, oder bestätigen Sie den Widerruf mit einem Grund.',
  'A return of order {number} was requested': 'Für die Bestellung {number} wurde eine Retoure beantragt',
  'Return {id} of order {order} waits for your approval.':
    'Die Retoure {id} der Bestellung {order} wartet auf Ihre Genehmigung.',

  'Your text of the mail {kind} ({locale}) failed': 'Ihr Text der Mail {kind} ({locale}) schlug fehl',
  '{reason}. The shopper got our text instead, as others do for whom yours fails. Settings → Mails shows it.':
    '{reason}. Der Kunde bekam stattdessen unseren Text, wie alle, bei denen Ihrer fehlschlägt. Unter Einstellungen → Mails steht er.',

  'The host {host} no longer names your store': 'Der Host {host} steht nicht mehr für Ihren Shop',
  'Its TXT record {name} is gone, or it was given to another store.':
    'Sein TXT-Eintrag {name} fehlt, oder er gehört jetzt einem anderen Shop.',

  'endpoint at {host}': 'Webhook-Endpunkt bei {host}',
  'receiver of a pull subscription': 'Empfänger eines Pull-Abonnements',
  'a pull subscription': 'ein Pull-Abonnement',
  'The webhook {endpoint} is healthy again': 'Der {endpoint} ist wieder in Ordnung',
  'Endpoint {id} accepts deliveries again.': 'Der Endpunkt {id} nimmt wieder Zustellungen an.',
  'The webhook {endpoint} has failed for a day': 'Der {endpoint} versagt seit einem Tag',
  'Endpoint {id} has accepted no delivery since {time}. A bulk resend sends what ran out of retries again, once the endpoint is fixed.':
    'Der Endpunkt {id} hat seit {time} keine Zustellung angenommen. Was endgültig fehlschlug, sendet eine Nachsendung noch einmal, sobald der Endpunkt wieder geht.',
  'The webhook {endpoint} was paused': 'Der {endpoint} wurde angehalten',
  'Endpoint {id} was paused because {reason}. Its deliveries wait; resume it once the endpoint is fixed.':
    'Der Endpunkt {id} wurde angehalten, {reason}. Seine Zustellungen warten; setzen Sie ihn fort, sobald der Endpunkt wieder geht.',
  'it returned 410 Gone': 'weil er 410 Gone antwortete',
  'every attempt has failed for five days': 'weil seit fünf Tagen jeder Versuch fehlschlug',
  'Deliveries to {host} ran out of retries: {count}':
    'Endgültig fehlgeschlagene Zustellungen an {host}: {count}',
  'Endpoint {id}, last tried in the hour from {time} UTC. Resend them, one by one or by a bulk resend, once the endpoint works.':
    'Endpunkt {id}, zuletzt versucht in der Stunde ab {time} UTC. Senden Sie sie noch einmal, einzeln oder mit einer Nachsendung, sobald der Endpunkt wieder geht.',
  'The client certificate for the webhook endpoint at {host} ends on {date}':
    'Das Client-Zertifikat für den Webhook-Endpunkt bei {host} läuft am {date} ab',
  'Endpoint {id} receives it with each delivery. After {time} it is refused, and deliveries fail. Set a new certificate and key as `auth` of the endpoint.':
    'Der Endpunkt {id} bekommt es mit jeder Zustellung. Nach {time} wird es abgelehnt, und Zustellungen schlagen fehl. Hinterlegen Sie beim Endpunkt ein neues Zertifikat mit Schlüssel.',
};

const patterns = Object.entries(NOTICES).map(([english, german]) => {
  const source = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
  return [new RegExp(`^${source}$`, 's'), german] as const;
});

/** A notice in a language; an untranslated one stays as the service, or a module, wrote it. */
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
