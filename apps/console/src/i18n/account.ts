import type { Texts } from './index.tsx';

const en = {
  'account.title': 'My account',
  'account.factor': 'Second factor',
  'account.factorOn': 'Signing in needs a code from your authenticator app.',
  'account.factorOff': 'Signing in needs only your password.',
  'account.factorRequired':
    'This store requires a second factor. Set one up to go on: until then nothing else is permitted.',
  'account.codesLeft': '{count, plural, one {# recovery code is} other {# recovery codes are}} left.',
  'account.begin': 'Set up a second factor',
  'account.replace': 'Replace it',
  'account.remove': 'Remove it',
  'account.scan':
    'Scan this with an authenticator app, or type the secret into it. Then type the code that it shows.',
  'account.secret': 'Secret',
  'account.confirm': 'Confirm',
  'account.codesTitle': 'Recovery codes, shown once',
  'account.codes':
    'Each works once in place of a code, should you lose the app. Print them, or keep them where you keep passwords.',
  'account.kept': 'I have saved them',
  'account.password': 'Password',
  'account.current': 'Current password',
  'account.new': 'New password (at least 12 characters)',
  'account.change': 'Change the password',
  'account.changeHint': 'You are signed out everywhere, and sign in with the new one.',
  'account.sessions': 'Where you are signed in',
  'account.started': 'Since',
  'account.from': 'From',
  'account.until': 'Until',
  'account.current_session': 'This one',
  'account.end': 'Sign out',
  'account.endAll': 'Sign out everywhere',
};

const de: Record<keyof typeof en, string> = {
  'account.title': 'Mein Konto',
  'account.factor': 'Zweiter Faktor',
  'account.factorOn': 'Die Anmeldung braucht einen Code aus Ihrer Authenticator-App.',
  'account.factorOff': 'Die Anmeldung braucht nur Ihr Passwort.',
  'account.factorRequired':
    'Dieser Shop verlangt einen zweiten Faktor. Richten Sie einen ein: Bis dahin ist nichts anderes erlaubt.',
  'account.codesLeft': '{count, plural, one {# Ersatzcode ist} other {# Ersatzcodes sind}} übrig.',
  'account.begin': 'Zweiten Faktor einrichten',
  'account.replace': 'Ersetzen',
  'account.remove': 'Entfernen',
  'account.scan':
    'Scannen Sie dies mit einer Authenticator-App, oder tippen Sie das Geheimnis ein. Geben Sie dann den Code ein, den sie zeigt.',
  'account.secret': 'Geheimnis',
  'account.confirm': 'Bestätigen',
  'account.codesTitle': 'Ersatzcodes, nur jetzt sichtbar',
  'account.codes':
    'Jeder gilt einmal statt eines Codes, falls die App verloren geht. Drucken Sie sie aus, oder bewahren Sie sie bei Ihren Passwörtern auf.',
  'account.kept': 'Ich habe sie gespeichert',
  'account.password': 'Passwort',
  'account.current': 'Jetziges Passwort',
  'account.new': 'Neues Passwort (mindestens 12 Zeichen)',
  'account.change': 'Passwort ändern',
  'account.changeHint': 'Sie werden überall abgemeldet und melden sich mit dem neuen an.',
  'account.sessions': 'Wo Sie angemeldet sind',
  'account.started': 'Seit',
  'account.from': 'Von',
  'account.until': 'Bis',
  'account.current_session': 'Diese',
  'account.end': 'Abmelden',
  'account.endAll': 'Überall abmelden',
};

export const ACCOUNT_TEXTS: Texts<keyof typeof en> = { en, de };
