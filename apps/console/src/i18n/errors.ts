import { type Texts, useIntl } from './index.tsx';

/** Errors of deliveries without a response. The service names them in English. */
const de = {
  timeout: 'Zeitüberschreitung',
  'connection refused': 'Verbindung abgelehnt',
  'connection reset': 'Verbindung abgebrochen',
  'host not found': 'Host nicht gefunden',
  'network unreachable': 'Netz nicht erreichbar',
  'refused address': 'Adresse nicht erlaubt',
  'tls error': 'TLS-Fehler',
  'invalid response': 'Ungültige Antwort',
  'network error': 'Netzwerkfehler',
  'signing key unavailable': 'Geheimnis nicht lesbar',
  'credentials unavailable': 'Zugangsdaten nicht lesbar',
  'token unavailable': 'Kein Token',
  'message returned': 'Nachricht zurückgegeben',
  'message refused': 'Nachricht abgelehnt',
  'exchange not found': 'Exchange nicht gefunden',
  'access refused': 'Zugang abgelehnt',
  'proxy unreachable': 'Proxy nicht erreichbar',
  'attempt interrupted': 'Versuch unterbrochen',
} as const;

export const ERRORS = Object.keys(de) as (keyof typeof de)[];

type WithStatus = 'unexpected status' | 'redirect not followed' | 'token refused' | 'proxy refused';

const TEXTS: Texts<(typeof ERRORS)[number] | WithStatus> = {
  en: {
    ...(Object.fromEntries(ERRORS.map((error) => [error, error])) as Record<(typeof ERRORS)[number], string>),
    'unexpected status': 'HTTP {status}',
    'redirect not followed': 'redirect not followed ({status})',
    'token refused': 'token refused ({status})',
    'proxy refused': 'proxy refused ({status})',
  },
  de: {
    ...de,
    'unexpected status': 'HTTP {status}',
    'redirect not followed': 'Weiterleitung ({status})',
    'token refused': 'Token abgelehnt ({status})',
    'proxy refused': 'Vom Proxy abgelehnt ({status})',
  },
};

/** The name of a delivery's error in the operator's language. */
export function useErrorNames(): (error: string) => string {
  const { t } = useIntl(TEXTS);
  return (error) => {
    const [, name = error, status = ''] = /^(.*?) \(?(\d{3})\)?$/.exec(error) ?? [];
    return name in TEXTS.en ? t(name as keyof typeof TEXTS.en, { status }) : error;
  };
}
