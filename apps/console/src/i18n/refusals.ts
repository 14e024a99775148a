import { type ConnectionError, type ErrorCode, type FieldError, isServiceError } from '@service/client-js';
import { type Texts, useIntl } from './index.tsx';

const de: Record<Exclude<ErrorCode, 'precondition_failed'>, string> = {
  validation_failed: 'Einige Angaben stimmen nicht.',
  malformed_json: 'Was gesendet wurde, ist kein JSON.',
  malformed_path: 'Die Adresse ist nicht lesbar.',
  invalid_url: 'Die URL ist ungültig: Nötig ist eine vollständige https-Adresse mit höchstens 2048 Zeichen.',
  insecure_url: 'Die URL muss mit https:// beginnen.',
  credentials_in_url:
    'Die URL enthält Zugangsdaten. Entfernen Sie Benutzername und Passwort: Zustellungen weisen sich durch ihre Signatur aus.',
  refused_address: 'Die Adresse ist nicht öffentlich: Der Host muss auf öffentliche Adressen zeigen.',
  unresolvable_host:
    'Der Hostname lässt sich nicht auflösen. Prüfen Sie die Schreibweise und die DNS-Einträge.',
  too_many_subscriptions:
    'Der Shop hat die Höchstzahl an Endpunkten erreicht. Löschen Sie einen, der nicht mehr gebraucht wird.',
  invalid_picture:
    'Die Datei ist kein Bild in einem unterstützten Format. Senden Sie JPEG, PNG, WebP, AVIF oder GIF.',
  too_many_pictures: 'Der Shop hat zu viele Bilder. Entfernen Sie welche aus Produkten.',
  pictures_not_configured: 'Diese Installation bewahrt keine Bilder auf.',
  reserved_header: 'Diesen Header setzt der Dienst selbst. Entfernen Sie ihn.',
  invalid_signature: 'Die Signatur fehlt oder ist falsch.',
  token_invalid: 'Der Link oder Code ist unbekannt, benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  unauthenticated: 'Sie sind nicht angemeldet.',
  invalid_credentials: 'E-Mail-Adresse oder Passwort ist falsch.',
  second_factor_required: 'Der Code des zweiten Faktors fehlt.',
  second_factor_invalid:
    'Der Code ist falsch oder schon benutzt. Warten Sie auf den nächsten, und prüfen Sie die Uhr des Geräts.',
  permission_missing: 'Dafür fehlt Ihnen ein Recht. Bitten Sie einen Inhaber des Shops darum. ({detail})',
  store_suspended:
    'Der Shop ist gesperrt. Wenden Sie sich an den Betreiber. Nichts geht verloren: Zahlungen werden erfasst, und Zustellungen warten.',
  step_up_failed: 'Das bisherige Passwort ist falsch.',
  not_found: 'Das gibt es nicht, oder nicht mehr.',
  route_not_found: 'Das gibt es in diesem Dienst nicht.',
  method_not_allowed: 'Das ist hier nicht möglich.',
  duplicate_email: 'Die E-Mail-Adresse ist schon vergeben.',
  email_missing: 'Für die Nachrichten ist keine E-Mail-Adresse bekannt.',
  too_many_draft_orders:
    'Der Shop hat 500 Entwürfe. Bestellen oder löschen Sie einen, der nicht mehr gebraucht wird.',
  duplicate_slug: 'Der Slug ist schon vergeben.',
  duplicate_sku: 'Die SKU ist schon vergeben.',
  customer_has_open_orders:
    'Es gibt noch offene Bestellungen. Versenden, stornieren oder erstatten Sie sie, und schließen Sie Retouren und Anfechtungen ab.',
  export_not_ready: 'Der Export ist noch nicht fertig.',
  vat_number_missing: 'Es gibt keine USt-IdNr., die geprüft werden könnte.',
  category_not_empty: 'Die Kategorie hat noch Unterkategorien. Verschieben oder löschen Sie sie zuerst.',
  not_a_pull_subscription: 'Dieser Endpunkt wird nicht abgeholt, sondern beliefert.',
  subscription_expired:
    'Der Endpunkt ist abgelaufen. Schalten Sie ihn mit einem neuen Ablauf oder ohne Ablauf wieder ein.',
  not_claimed: 'Die Zustellung ist nicht abgeholt worden.',
  already_delivered: 'Das ist schon zugestellt. Hat der Empfänger es verloren, senden Sie es noch einmal.',
  recovery_ended: 'Die Nachsendung ist beendet. Beginnen Sie eine neue für den Rest.',
  host_taken: 'Der Host gehört einem anderen Shop.',
  host_unproven:
    'Der Host ist noch nicht nachgewiesen. Legen Sie den TXT-Eintrag an; bis er sichtbar ist, dauert es einige Minuten. ({detail})',
  currency_in_use: 'Es gibt noch Preise in der alten Währung. Ändern Sie diese zuerst.',
  last_owner: 'Der Shop braucht einen Inhaber. Machen Sie zuerst jemand anders dazu.',
  illegal_transition: 'Die Bestellung kann diesen Status jetzt nicht bekommen. ({detail})',
  illegal_return_transition: 'Die Retoure kann diesen Status jetzt nicht bekommen. ({detail})',
  payment_mismatch:
    'Die Zahlung passt nicht zur Bestellung. Vergleichen Sie die Beträge beim Anbieter; bestätigen Sie sie dann mit einem Grund, oder erstatten und stornieren Sie.',
  payment_disputed:
    'Eine Zahlung der Bestellung ist angefochten. Bestätigen Sie das mit einem Grund, wenn Sie trotzdem versenden oder erstatten wollen.',
  exchange_unpaid:
    'Das Geld, mit dem dieser Umtausch bezahlt war, ging zurück. Bestätigen Sie das an der ersten Bestellung mit einem Grund, wenn Sie trotzdem versenden wollen, oder stornieren Sie den Umtausch.',
  payment_not_authorised: 'Von dieser Zahlung kann nichts eingezogen werden, oder nicht so viel.',
  capture_refused: 'Der Anbieter lehnt den Einzug ab: {detail}',
  payment_not_open: 'Die Zahlung kann nicht als bezahlt vermerkt werden.',
  payment_account_incomplete: 'Dem Konto fehlt noch etwas, bevor es Zahlungen annimmt.',
  too_many_payment_accounts:
    'Der Shop hat zu viele Zahlungskonten, die Zahlungen annehmen: höchstens 20. Schalten Sie zuerst ein anderes aus.',
  payment_method_unavailable: 'Die Zahlungsart wird für diese Bestellung nicht angeboten.',
  order_not_payable: 'Die Bestellung wartet auf keine Zahlung.',
  payment_account_in_use:
    'Mit dem Konto wurde schon gezahlt. Schalten Sie es aus: Es nimmt dann nichts Neues an, und Erstattungen bleiben möglich.',
  nothing_to_acknowledge: 'An der Bestellung gibt es nichts zu bestätigen.',
  nothing_to_pick_up: 'Von dieser Bestellung liegt nichts zur Abholung bereit.',
  already_applied: 'Das Ereignis ist schon verarbeitet.',
  not_paid: 'Die Bestellung ist nicht bezahlt.',
  not_shipped: 'Die Bestellung ist noch nicht versandt.',
  order_withdrawn: 'Der Käufer hat die Bestellung widerrufen.',
  address_fixed:
    'Die Adresse lässt sich nicht mehr ändern: Ware wurde schon dorthin versandt, es wird keine dorthin versandt, oder sie steht auf einem Versandetikett. Dann stornieren Sie zuerst das Etikett.',
  label_not_possible:
    'Für diese Bestellung gibt es kein Versandetikett: Es wird nichts versandt, oder in den Einstellungen fehlt der Verkäufer als Absender.',
  label_exists:
    'Für diese Ware gibt es schon ein Versandetikett. Versenden Sie damit, oder stornieren Sie es.',
  label_refused: 'Der Versanddienst lehnt ab: {detail}',
  tax_would_change:
    'An der neuen Adresse gilt eine andere Steuer. Stornieren Sie die Bestellung, und lassen Sie sie neu aufgeben.',
  e_invoice_incomplete: 'Dem Beleg fehlt etwas, das eine E-Rechnung braucht.',
  quantity_exceeded: 'So viel ist davon nicht mehr übrig.',
  refund_exceeds_captured:
    'So viel ist nicht zu erstatten: höchstens, was bezahlt wurde und wofür kein Umtausch mehr zu versenden ist.',
  too_many_unpaid_orders: 'Zu viele Bestellungen warten auf ihre Zahlung.',
  insufficient_stock: 'So viel ist nicht auf Lager.',
  below_reserved:
    'Der Bestand ist für Bestellungen reserviert. Stornieren Sie welche, oder erlauben Sie Rückstände.',
  amount_too_large: 'Der Betrag ist zu groß.',
  cart_completed: 'Der Warenkorb ist schon bestellt.',
  cart_incomplete: 'Dem Warenkorb fehlt noch etwas.',
  tax_unavailable: 'Der Steuerdienst hat die Sätze noch nicht genannt. Versuchen Sie es gleich noch einmal.',
  cart_full: 'Der Warenkorb ist voll.',
  gift_line: 'Diese Zeile ist eine Zugabe: Ein Rabatt bestimmt sie.',
  currency_mismatch: 'Die Währung ist eine andere.',
  discount_not_applicable: 'Der Rabattcode gilt hier nicht.',
  total_changed: 'Die Summe hat sich geändert.',
  texts_not_accepted: 'Ein Rechtstext wurde nicht akzeptiert.',
  text_missing: 'Einen solchen Text gibt es noch nicht. Veröffentlichen Sie zuerst einen.',
  duplicate_version: 'Diese Fassung gibt es schon. Ein veröffentlichter Text wird nie geändert.',
  duplicate_name: 'Der Name ist schon vergeben.',
  customer_group_in_use: 'Kunden oder Preislisten verwenden die Gruppe noch.',
  too_many_price_lists: 'Der Shop hat zu viele Preislisten; löschen Sie eine, die nicht mehr gebraucht wird.',
  too_many_discounts:
    'Der Shop hat zu viele automatische Rabatte; schalten Sie einen aus, oder löschen Sie einen.',
  too_many_discount_codes: 'Der Rabatt hat zu viele Codes; legen Sie einen weiteren Rabatt an.',
  currency_not_sold: 'In dieser Währung verkauft der Shop nichts.',
  duplicate_code: 'Der Code ist schon vergeben.',
  idempotency_key_in_flight: 'Dieselbe Anfrage läuft noch. Versuchen Sie es gleich noch einmal.',
  idempotency_key_reused: 'Eine Anfrage mit diesem Schlüssel kam schon mit anderem Inhalt.',
  malformed_request: 'Die Anfrage war unlesbar.',
  request_timeout: 'Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es noch einmal.',
  headers_too_large: 'Die Anfrage ist zu groß.',
  payload_too_large: 'Was gesendet wurde, ist zu groß.',
  unsupported_media_type: 'Diese Art von Inhalt wird nicht angenommen.',
  too_many_requests: 'Zu viele Versuche. Warten Sie einen Moment.',
  payment_account_refused: 'Der Anbieter lehnt das Konto ab: {detail}',
  category_circle: 'Eine Kategorie kann nicht unter sich selbst liegen.',
  internal_error: 'Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es noch einmal.',
  dependency_unavailable:
    'Ein Teil des Dienstes ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
};

/** Messages about one field. `{value}` is the last part of the service's own message: the limit, or the allowed values. */
const FIELDS = {
  required: 'fehlt',
  missing: 'fehlt',
  type: 'ist von falscher Art',
  format: 'hat nicht die richtige Form',
  pattern: 'hat nicht die richtige Form',
  minLength: 'braucht mindestens {value} Zeichen',
  maxLength: 'darf höchstens {value} Zeichen haben',
  minimum: 'muss mindestens {value} sein',
  maximum: 'darf höchstens {value} sein',
  exclusiveMinimum: 'muss größer als {value} sein',
  minItems: 'braucht mindestens {value}',
  maxItems: 'darf höchstens {value} haben',
  maxBytes: 'ist größer als {value} Bytes',
  enum: 'muss eins davon sein: {value}',
  uniqueItems: 'nennt dasselbe zweimal',
  uniqueNames: 'nennt denselben Header zweimal',
  additionalProperties: 'ist hier nicht bekannt',
  duplicate: 'kommt schon vor',
  range: 'liegt nicht im erlaubten Bereich',
  unexpected: 'gehört hier nicht hin',
  unknown: 'ist nicht bekannt',
  not_found: 'gibt es nicht',
  order: 'liegt nicht danach',
  below_minimum: 'liegt unter dem Mindestbetrag',
  refused: 'wird vom Anbieter abgelehnt',
  reserved_header: 'setzt der Dienst selbst',
  insufficient_stock: 'ist nicht in dieser Menge auf Lager',
  quantity_exceeded: 'ist mehr, als übrig ist',
} as const;

type RefusalCode = keyof typeof de;
type FieldCode = keyof typeof FIELDS;

/** The service's own language is English. */
const inItsWords = <Key extends string>(of: Record<Key, string>) =>
  Object.fromEntries(Object.keys(of).map((key) => [key, '{detail}'])) as Record<Key, string>;

const REFUSALS: Texts<RefusalCode> = { en: inItsWords(de), de };
const OF_FIELDS: Texts<FieldCode> = { en: inItsWords(FIELDS), de: FIELDS };

/** The service's refusals in the operator's language; one without a translation stays English. */
export function useRefusals() {
  const { t } = useIntl(REFUSALS);
  const named = useIntl(OF_FIELDS).t;

  function ofError(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    const { code } = error as { code?: unknown };
    if (code === 'precondition_failed') return t('common.conflict');
    if (error.name === 'PageNotLoaded')
      return t(navigator.onLine ? 'common.unreachable' : 'common.offlinePage');
    if (error.name === 'ConnectionError' && (error as ConnectionError).reason !== 'unexpected_response')
      return t(navigator.onLine ? 'common.unreachable' : 'common.offline');
    // Its message also names code, place and request, which stand beside it.
    const detail = isServiceError(error) ? error.detail : error.message;
    return isIn(de, code) ? t(code, { detail }) : detail;
  }

  function ofField({ code, message }: FieldError): string {
    const value = code === 'enum' ? message.split(': ')[1] : /-?\d+(?=\D*$)/.exec(message)?.[0];
    if (!isIn(FIELDS, code) || (FIELDS[code].includes('{value}') && !value)) return message;
    return named(code, { detail: message, value: value ?? '' });
  }

  /** The message about the field at a path, if it was refused. */
  function at(error: unknown, path: string): string | undefined {
    const found = isServiceError(error) ? error.errors.find((each) => each.path === path) : undefined;
    return found && ofField(found);
  }

  return { ofError, ofField, at };
}

function isIn<Key extends string>(of: Record<Key, unknown>, code: unknown): code is Key {
  return typeof code === 'string' && Object.hasOwn(of, code);
}
