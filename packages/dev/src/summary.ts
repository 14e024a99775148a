import { join, relative } from 'node:path';
import type { Stack } from './stack.ts';

export interface Demo {
  adminEmail: string;
  adminPassword: string;
  publishableKey: string;
  /** The key by which the API accepts a visitor's address from the shop. */
  serverKey: string;
  tenantId: string;
  /** For a link that signs the demo operator in to the console, once. */
  signInToken?: string | null;
}

/** The table that is printed when everything runs. */
export function summary(facts: {
  apiUrl: string;
  shopUrl: string;
  stack: Stack;
  demo: Demo;
  dataDir: string;
  root: string;
  smtpUrl: string | undefined;
  /** Whether it listens on more than this machine's own address. */
  isOpen: boolean;
  seconds: number;
}): string {
  const { apiUrl, stack, demo } = facts;
  const log = (app: string) => placeOf(facts.root, join(facts.dataDir, 'logs', `${app}.log`));
  const mails = facts.smtpUrl
    ? hidePassword(facts.smtpUrl)
    : placeOf(facts.root, join(facts.dataDir, 'mail'));
  const queue = stack.queue.kind === 'redis' ? hidePassword(stack.queue.redisUrl) : 'in PostgreSQL';
  const rows: [string, string][] = [
    ['API', apiUrl],
    ['Console', demo.signInToken ? `${apiUrl}/console/#link=${demo.signInToken}` : `${apiUrl}/console/`],
    ['Shop', facts.shopUrl],
    ['Documentation', `${apiUrl}/docs`],
    ['Health', `${apiUrl}/health`],
    ['PostgreSQL', hidePassword(stack.databaseUrl)],
    ['Queue', stack.redisBinary ? `${queue}  (${stack.redisBinary.name})` : queue],
    ['Mails', mails],
    ['Logs', `${log('api')}, ${log('worker')}`],
    ['Demo admin', `${demo.adminEmail}  password ${demo.adminPassword}`],
    ['Demo store', `publishable key ${demo.publishableKey}`],
  ];
  return [
    '',
    `  Commerce Service is ready (${facts.seconds.toFixed(1)} s)`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(14)} ${value}`),
    '',
    ...(facts.isOpen
      ? ['  ! HOST is open: everybody in the network can log in with the demo password.', '']
      : []),
    ...(demo.signInToken
      ? [
          '  The console’s link signs the demo operator in, once. Afterwards use e-mail address and password.',
          '',
        ]
      : []),
    '  Next: `npm run demo` in a second terminal. Ctrl-C stops everything and keeps the data.',
    '',
  ].join('\n');
}

/** Short for what is in the repository, whole for what isn't. */
function placeOf(root: string, path: string): string {
  const short = relative(root, path);
  return short.startsWith('..') ? path : short;
}

function hidePassword(url: string): string {
  if (!URL.canParse(url)) return url;
  const shown = new URL(url);
  if (shown.password) shown.password = '****';
  return shown.toString();
}
