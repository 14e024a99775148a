import { CREDENTIAL_NAMES } from './src/secret-files.ts';
import { CONFIG_NAMES } from './src/settings.ts';

/** Settings that docker/compose.yaml doesn't pass on. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  NODE_ENV: 'it has the value of a deployment',
  METRICS_PORT: 'Prometheus knows its value',
  PICTURES_LOCATION: 'it has a default of its own, the volume',
  PORT: 'the image’s own; compose publishes it as this one',
  HOST: 'set by the image',
  METRICS_HOST: 'set by the image',
  DATA_DIR: 'set by the image',
  QUEUE_BACKEND: 'a deployment has Redis',
  DEMO_SHOP_URL: 'ignored in production',
  PAYMENT_FAKE_SCRIPT: 'refused in production',
  STRIPE_API_URL: 'for tests',
};

const isCredential = (name: string) => CREDENTIAL_NAMES.some((each) => each === name);
/** The owner of the database is known to the migration alone. */
const OF_PROCESSES = CREDENTIAL_NAMES.filter((name) => name !== 'DATABASE_URL');

interface List {
  /** The end of what stands before it. */
  after: string;
  /** The begin of what follows; undefined: nothing does. */
  before?: string;
  lines: readonly string[];
}

/** The lists of docker/compose.yaml that follow from the settings. */
const LISTS: readonly List[] = [
  {
    after: '/var/lib/commerce/pictures}"\n',
    before: '\nx-service:',
    lines: [
      ...CONFIG_NAMES.filter((name) => !isCredential(name) && !LEFT_OUT[name]).map((name) => `  ${name}:`),
      ...OF_PROCESSES.map((name) => `  ${name}_FILE: /run/secrets/${name.toLowerCase()}`),
    ],
  },
  {
    after: '  secrets: &service-secrets\n',
    before: '  environment: *settings\n',
    lines: OF_PROCESSES.map((name) => `    - ${name.toLowerCase()}`),
  },
  {
    after: 'target: command\n    secrets:\n',
    before: '    environment:\n',
    lines: CREDENTIAL_NAMES.map((name) => `      - ${name.toLowerCase()}`),
  },
  {
    after: '{ environment: GRAFANA_PASSWORD }\n',
    lines: CREDENTIAL_NAMES.map((name) => `  ${name.toLowerCase()}: { environment: ${name} }`),
  },
];

/** Returns compose.yaml with every setting that isn't left out, and every credential as a file. */
export function withSettings(compose: string): string {
  return LISTS.reduce((text, { after, before, lines }) => {
    const at = text.indexOf(after);
    if (at < 0) throw new Error(`compose.yaml has no line that ends with ${JSON.stringify(after)}`);
    const begin = at + after.length;
    const end = before === undefined ? text.length : text.indexOf(before, begin);
    return `${text.slice(0, begin)}${lines.join('\n')}\n${text.slice(end)}`;
  }, compose);
}
