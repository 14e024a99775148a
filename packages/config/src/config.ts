import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { FORMATS } from './formats.ts';
import { misspeltNames } from './misspelt-names.ts';
import { FILE_NAMES, readSecretFiles } from './secret-files.ts';
import { DEVELOPMENT_SECRETS, weakSecrets } from './secrets.ts';
import { CONFIG_NAMES, type Config, environment } from './settings.ts';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(message: string, mistakes: readonly string[] = [message]) {
    super(message);
    this.mistakes = mistakes;
  }
}

/**
 * Reads the configuration once, and the files that it names.
 * @throws {ConfigError} with every mistake at once. Only where NODE_ENV says development or test are missing secrets
 * filled with published ones; everywhere else a missing, weak or published secret is a mistake.
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const files = readSecretFiles(env);
  const given = Object.fromEntries(
    Object.entries({ ...env, ...files.values }).filter(
      ([name, value]) => CONFIG_NAMES.includes(name) && value !== '',
    ),
  );
  const isProduction = given.NODE_ENV !== 'development' && given.NODE_ENV !== 'test';
  const values = isProduction ? given : { ...DEVELOPMENT_SECRETS, ...given };

  const ajv = new Ajv2020({
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    meta: false,
    validateSchema: false,
  });
  for (const [name, { isValid }] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);
  const validate = ajv.compile(environment);
  const valid = validate(values);
  const mistakes = [
    ...(valid ? [] : (validate.errors ?? []).map(describe)),
    ...files.mistakes,
    ...misspeltNames(env, [...CONFIG_NAMES, ...FILE_NAMES]),
    ...(isProduction ? [...weakSecrets(given), ...unfitForProduction(values)] : []),
    ...(given.PAYMENT_PROVIDER === 'stripe' && !given.STRIPE_SECRET_KEY
      ? ['STRIPE_SECRET_KEY is missing; PAYMENT_PROVIDER=stripe needs it']
      : []),
  ];
  if (mistakes.length > 0) {
    throw new ConfigError(
      `The configuration has ${mistakes.length} mistake(s):\n${mistakes.map((line) => `  - ${line}`).join('\n')}`,
      mistakes,
    );
  }
  return Object.freeze(values) as unknown as Config;
}

/** For a main.ts: a mistake in the configuration ends the process with a list of mistakes and without a stack. */
export function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Settings that are useful on a development machine and dangerous elsewhere. */
function unfitForProduction(values: Partial<Record<keyof Config, unknown>>): string[] {
  const jwksUrl = values.ADMIN_JWT_JWKS_URL;
  const isFake = values.PAYMENT_PROVIDER === 'fake' && values.PAYMENT_FAKE_IN_PRODUCTION !== true;
  return [
    ...(values.DATABASE_RUNTIME_URL
      ? []
      : [
          'DATABASE_RUNTIME_URL is missing: the address of the database for API and worker, with a login of its own that `commerce migrate` makes',
        ]),
    ...(values.DATABASE_RUNTIME_URL && values.DATABASE_RUNTIME_URL === values.DATABASE_URL
      ? ['DATABASE_RUNTIME_URL is DATABASE_URL; API and worker need a login that owns nothing']
      : []),
    ...(values.PAYMENT_FAKE_SCRIPT
      ? ['PAYMENT_FAKE_SCRIPT pays orders without money; production can’t have it']
      : []),
    ...(isFake
      ? [
          'PAYMENT_PROVIDER is fake, which takes no money; set it to stripe, or PAYMENT_FAKE_IN_PRODUCTION=true',
        ]
      : []),
    ...(jwksUrl && !String(jwksUrl).startsWith('https://')
      ? ['ADMIN_JWT_JWKS_URL must be https: a server that answers it can sign in as anybody']
      : []),
    ...(jwksUrl && !(values.ADMIN_JWT_ISSUER && values.ADMIN_JWT_AUDIENCE)
      ? ['ADMIN_JWT_JWKS_URL needs ADMIN_JWT_ISSUER and ADMIN_JWT_AUDIENCE: its keys may sign for others too']
      : []),
  ];
}
// A message contains the variable's name and the rule, never the value, which may be a secret.
function describe(error: ErrorObject): string {
  if (error.keyword === 'required') return `${error.params.missingProperty} is missing`;
  if (error.keyword === 'format')
    return `${error.instancePath.slice(1)} ${FORMATS[error.params.format]?.rule}`;
  const allowed = error.keyword === 'enum' ? `: ${error.params.allowedValues.join(', ')}` : '';
  return `${error.instancePath.slice(1)} ${error.message}${allowed}`;
}
