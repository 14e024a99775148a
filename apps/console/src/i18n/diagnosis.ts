import type { admin } from '../api.ts';
import type { Texts } from './index.tsx';

type Delivery = Awaited<ReturnType<typeof admin.getDelivery>>;
type Code = Delivery['attemptRecords'][number]['diagnosisCode'];

const de: Record<Code, string> = {
  under_way: 'Der Versuch läuft.',
  accepted: 'Der Endpunkt hat die Zustellung angenommen: {status} nach {ms} ms.',
  claim_expired:
    'Die Frist lief ab, bevor ein Ergebnis gemeldet wurde; es ist daher unbekannt. Die Zustellung kann unter derselben ID wieder abgeholt werden.',
  worker_ended:
    'Der Worker endete während dieses Versuchs. Das Ergebnis ist unbekannt: Der Endpunkt kann die Anfrage bekommen haben. Sie wird unter derselben ID wiederholt.',
  status_400:
    'Der Endpunkt antwortete mit 400: Er lehnt die Anfrage ab. Prüfen Sie, ob er die Signatur über die unveränderten Bytes und mit dem Geheimnis dieses Endpunkts prüft.',
  status_401:
    'Der Endpunkt antwortete mit 401: Er verlangt eine Anmeldung oder lehnt die ab, die er bekam. Tragen Sie beim Endpunkt ein, was er verlangt.',
  status_403:
    'Der Endpunkt antwortete mit 403: Er verbietet die Anfrage. Suchen Sie nach einer Firewall oder einem Schutz vor Bots davor.',
  status_404:
    'Der Endpunkt antwortete mit 404: Unter diesem Pfad ist nichts. Prüfen Sie die Adresse des Endpunkts.',
  status_405:
    'Der Endpunkt antwortete mit 405: Er nimmt unter diesem Pfad kein POST. Prüfen Sie die Adresse und die Methode der Route.',
  status_408:
    'Der Endpunkt antwortete mit 408: Er hat nicht länger auf die Anfrage gewartet. Sehen Sie sich seinen Proxy an.',
  status_410:
    'Der Endpunkt antwortete mit 410: Ihn gibt es nicht mehr. Ändern Sie die Adresse oder halten Sie den Endpunkt an.',
  status_413:
    'Der Endpunkt antwortete mit 413: Der Inhalt ist ihm zu groß. Erhöhen Sie die Grenze seines Proxys.',
  status_415: 'Der Endpunkt antwortete mit 415: Er nimmt kein application/json.',
  status_429:
    'Der Endpunkt antwortete mit 429: Er bekommt zu viele Anfragen. Lassen Sie beim Endpunkt weniger zugleich zu.',
  status_502: 'Der Proxy des Endpunkts antwortete mit 502: Die Anwendung dahinter läuft nicht.',
  status_503: 'Der Endpunkt antwortete mit 503: Er ist überlastet oder wird gewartet.',
  status_504:
    'Der Proxy des Endpunkts antwortete mit 504: Die Anwendung dahinter ist zu langsam. Antworten Sie zuerst, und arbeiten Sie danach.',
  status_5xx:
    'Der Endpunkt antwortete mit {status}, einem eigenen Fehler. Sehen Sie in seinem Log zu dieser Zeit nach.',
  status_4xx: 'Der Endpunkt antwortete mit {status}: Er lehnt die Anfrage ab.',
  status_3xx:
    'Der Endpunkt antwortete mit {status}, einer Weiterleitung. Weiterleitungen wird nicht gefolgt: Tragen Sie beim Endpunkt die endgültige Adresse ein.',
  status_other: 'Der Endpunkt antwortete mit {status}; das ist kein Erfolg.',
  timeout:
    'Es kam rechtzeitig keine Antwort. Antworten Sie mit 2xx, sobald die Zustellung gespeichert ist, und arbeiten Sie danach; kommt gar nichts an, suchen Sie nach einer Firewall.',
  connection_refused: 'Die Verbindung wurde abgelehnt: An diesem Port hört kein Programm zu.',
  connection_reset:
    'Die Verbindung brach vor der Antwort ab: Die Anwendung oder ihr Proxy ist abgestürzt, startet neu oder hat eine ruhende Verbindung geschlossen.',
  host_not_found: 'Der Hostname lässt sich nicht auflösen. Prüfen Sie die Schreibweise und die DNS-Einträge.',
  network_unreachable: 'Zu der Adresse führt kein Weg. Prüfen Sie das Netz des Endpunkts.',
  refused_address:
    'Der Host zeigt auf eine Adresse, die nicht öffentlich ist; gesendet wurde nichts. Prüfen Sie seine DNS-Einträge.',
  tls_error:
    'Eine vertrauenswürdige TLS-Verbindung kam nicht zustande. Prüfen Sie, ob das Zertifikat gültig ist, diesen Host nennt und mit der ganzen Kette kommt.',
  invalid_response: 'Die Antwort ist kein HTTP. Prüfen Sie den Port der Adresse.',
  invalid_url: 'Die Adresse ist nicht verwendbar. Ändern Sie sie.',
  insecure_url: 'Die Adresse ist unverschlüsseltes HTTP, das hier nicht erlaubt ist. Wechseln Sie zu https.',
  network_error: 'Das Netz versagte, bevor eine Antwort kam.',
  signing_key_unavailable:
    'Gesendet wurde nichts, weil sich das Geheimnis nicht öffnen lässt: In SECRETS_KEY des Dienstes fehlt ein Schlüssel.',
  credentials_unavailable:
    'Gesendet wurde nichts, weil sich die Zugangsdaten des Endpunkts nicht öffnen lassen: In SECRETS_KEY des Dienstes fehlt ein Schlüssel.',
  token_unavailable:
    'Gesendet wurde nichts, weil der Token-Server rechtzeitig kein Token ausgab. Prüfen Sie seine Adresse, und ob er JSON mit einem Bearer-Token in access_token liefert.',
  token_refused:
    'Gesendet wurde nichts, weil der Token-Server mit dem Status ablehnte, den der Fehler nennt. Prüfen Sie Client-ID, Geheimnis oder Schlüssel, Scope und Audience.',
  proxy_unreachable:
    'Gesendet wurde nichts, weil der Proxy des Dienstes nicht erreichbar ist. Seine Betreiber müssen sich WEBHOOK_PROXY_URL ansehen.',
  proxy_refused:
    'Gesendet wurde nichts, weil der Proxy des Dienstes mit dem Status antwortete, den der Fehler nennt: Bei 4xx lehnt er ab, und seine Betreiber müssen sich seine Regeln und die Zugangsdaten ansehen; bei 5xx fand er keinen Weg zum Endpunkt.',
  confirmed: 'Die Warteschlange hat die Nachricht: bestätigt nach {ms} ms.',
  message_returned:
    'Der Broker kennt keine Queue für die Nachricht und gab sie zurück. Prüfen Sie Exchange, Routing-Schlüssel und Bindungen.',
  message_refused:
    'Der Broker hat die Nachricht abgelehnt. Suchen Sie nach einer Grenze der Queue und in seinem Protokoll zu dieser Zeit.',
  exchange_not_found: 'Der Broker hat keinen solchen Exchange. Prüfen Sie Namen und virtuellen Host.',
  access_refused:
    'Der Broker hat Benutzername und Passwort abgelehnt, oder dieser Benutzer darf hier nicht schreiben.',
  queue_timeout:
    'Die Warteschlange hat die Nachricht nicht rechtzeitig bestätigt. Suchen Sie nach einem Alarm über Speicher oder Platte des Brokers und nach einer Firewall.',
  queue_invalid_response:
    'Was antwortet, ist keine Warteschlange dieser Art. Prüfen Sie Host und Port der Adresse.',
  sqs_status_400:
    'SQS antwortete 400: die Queue gibt es in dieser Region und diesem Konto nicht, oder sie nimmt die Nachricht nicht. Die Antwort sagt, was zutrifft.',
  sqs_status_403:
    'SQS antwortete 403: die Schlüssel sind falsch, oder ihr Benutzer darf nicht sqs:SendMessage an diese Queue.',
  eventbridge_message_refused:
    'EventBridge hat das Ereignis nicht angenommen: ErrorCode in der Antwort sagt, warum. Bei NotAuthorizedForSource oder einem Verbot prüfen Sie, ob der Benutzer mit dieser Quelle events:PutEvents auf diesen Bus darf.',
  eventbridge_status_400:
    'EventBridge antwortete 400: Die Schlüssel gelten nicht für diese Region, oder ihr Benutzer darf nicht events:PutEvents auf diesen Bus. Die Antwort sagt, was zutrifft.',
  eventbridge_status_403:
    'EventBridge antwortete 403: Die Schlüssel sind falsch, oder ihr Benutzer darf nicht events:PutEvents auf diesen Bus.',
  pubsub_status_400:
    'Pub/Sub antwortete 400: Die Adresse nennt kein Topic, oder die Nachricht verletzt eine Regel. Die Antwort sagt, was zutrifft.',
  pubsub_status_401:
    'Pub/Sub antwortete 401: Der Schlüssel des Dienstkontos wurde gelöscht oder gesperrt, oder die Uhr des Workers geht falsch.',
  pubsub_status_403:
    'Pub/Sub antwortete 403: Das Dienstkonto darf nicht in dieses Topic veröffentlichen. Geben Sie ihm dort die Rolle Pub/Sub-Publisher.',
  pubsub_status_404:
    'Pub/Sub antwortete 404: Dieses Topic gibt es nicht. Prüfen Sie Projekt und Topic in der Adresse.',
  topic_not_found:
    'Der Cluster hat kein solches Topic oder zeigt es diesem Benutzer nicht. Prüfen Sie den Namen; es wird nicht angelegt.',
  message_too_large:
    'Die Nachricht ist größer, als das Topic annimmt. Erhöhen Sie max.message.bytes des Topics, oder stellen Sie den Endpunkt auf knappe Inhalte um.',
  kafka_message_refused:
    'Der Broker hat die Nachricht abgelehnt. Prüfen Sie, ob die Partition einen Leader und genügend synchrone Replikate hat, und sein Protokoll zu dieser Zeit.',
  kafka_access_refused:
    'Der Broker hat die Anmeldung oder ihr Verfahren abgelehnt, oder dieser Benutzer darf nicht in dieses Topic schreiben.',
  kafka_timeout:
    'Der Cluster hat die Nachricht nicht rechtzeitig bestätigt. Prüfen Sie, ob jeder Broker unter der Adresse erreichbar ist, die er bekanntgibt, und ob genügend Replikate synchron sind.',
};

/** The service's own language is English. */
const en = Object.fromEntries(Object.keys(de).map((code) => [code, '{diagnosis}'])) as Record<Code, string>;

export const DIAGNOSIS_TEXTS: Texts<Code> = { en, de };
