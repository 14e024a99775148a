import type { Texts } from './index.tsx';

const en = {
  'redirects.hint':
    'Where addresses of a former shop lead. They count only where the shop has no page. Both are paths of the shop itself, such as /p/tea.',
  'redirects.search': 'Search by part of an address',
  'redirects.from': 'From',
  'redirects.to': 'To',
  'redirects.add': 'Add a redirect',
  'redirects.none': 'No redirect.',
  'redirects.deleteTitle': 'Delete the redirect of {from}?',
  'redirects.deleteHint': 'The address then leads nowhere.',
  'redirects.import': 'Import redirects',
  'redirects.importHint':
    'CSV with the columns from and to, at most 50,000 rows. One whose address has a redirect already replaces it. The CSV that Shopify exports is taken as it is.',
} as const;

const de: Record<keyof typeof en, string> = {
  'redirects.hint':
    'Wohin Adressen eines früheren Shops führen. Sie gelten nur, wo der Shop keine Seite hat. Beide sind Pfade des Shops selbst, etwa /p/tee.',
  'redirects.search': 'Suche nach einem Teil einer Adresse',
  'redirects.from': 'Von',
  'redirects.to': 'Nach',
  'redirects.add': 'Weiterleitung hinzufügen',
  'redirects.none': 'Keine Weiterleitung.',
  'redirects.deleteTitle': 'Die Weiterleitung von {from} löschen?',
  'redirects.deleteHint': 'Die Adresse führt dann nirgendwohin.',
  'redirects.import': 'Weiterleitungen importieren',
  'redirects.importHint':
    'CSV mit den Spalten from und to, höchstens 50.000 Zeilen. Eine, deren Adresse schon eine Weiterleitung hat, ersetzt sie. Die CSV-Datei, die Shopify exportiert, wird genommen, wie sie ist.',
};

export const REDIRECT_TEXTS: Texts<keyof typeof en> = { en, de };
