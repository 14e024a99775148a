import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { listOf } from './secrets.ts';
import type { Config, FakeStep } from './settings.ts';

/** Has the shape of `DatabaseOptions` of @service/db. Deadlines that aren't set are those of the kind of work. */
export function databaseOptions<Work extends 'api' | 'worker' | 'long'>(config: Config, work: Work) {
  const deadlines = {
    connectMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    statementMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockMs: config.DATABASE_LOCK_TIMEOUT_MS,
    transactionMs: config.DATABASE_TRANSACTION_TIMEOUT_MS,
    idleInTransactionMs: config.DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
  return {
    url: config.DATABASE_RUNTIME_URL ?? config.DATABASE_URL,
    poolSize: poolSizeOf(config, work),
    work,
    deadlines,
    maxLifetimeSeconds: config.DATABASE_CONNECTION_MAX_AGE_S,
    sharesSessions: config.DATABASE_POOLER === 'transaction',
    isSpread: config.DATABASE_CITUS,
  };
}

/** Every process needs at least two: one may hold a connection while it waits for a row that another one writes. */
function poolSizeOf(
  { DATABASE_POOL_SIZE, WEB_CONCURRENCY }: Config,
  work: 'api' | 'worker' | 'long',
): number {
  if (work === 'long') return 2;
  return work === 'worker'
    ? DATABASE_POOL_SIZE
    : Math.max(2, Math.floor(DATABASE_POOL_SIZE / WEB_CONCURRENCY));
}

/** The connection to the queue; shaped like `QueueConnection` of @service/jobs. */
export function queueConnection(config: Config) {
  if (config.QUEUE_BACKEND === 'redis') return { kind: 'redis' as const, url: config.REDIS_URL };
  const { DATABASE_URL, DATABASE_RUNTIME_URL } = config;
  return {
    kind: 'postgres' as const,
    url: DATABASE_RUNTIME_URL ?? DATABASE_URL,
    ownsNothing: DATABASE_RUNTIME_URL !== undefined,
  };
}

/** The settings of the domain; shaped like `ServicesOptions` of @service/core. */
export function servicesOptions(config: Config) {
  return {
    adminJwtSecrets: listOf(config.ADMIN_JWT_SECRET),
    adminJwtIssuer: config.ADMIN_JWT_ISSUER,
    adminJwtAudience: config.ADMIN_JWT_AUDIENCE,
    consoleOrigins: listOf(config.CONSOLE_ORIGIN),
    secretsKeys: listOf(config.SECRETS_KEY),
    paymentWebhookSecret: config.PAYMENT_WEBHOOK_SECRET,
    stripe:
      config.PAYMENT_PROVIDER === 'stripe'
        ? { secretKey: config.STRIPE_SECRET_KEY ?? '', publishableKey: config.STRIPE_PUBLISHABLE_KEY }
        : undefined,
    stripeApiUrl: config.STRIPE_API_URL,
    fakePayments: {
      callbackUrl: `http://127.0.0.1:${config.PORT}/webhooks/payment`,
      script: listOf(config.PAYMENT_FAKE_SCRIPT) as FakeStep[],
    },
    cartLifetimeDays: config.CART_LIFETIME_DAYS,
    cartAbandonedAfterMinutes: config.CART_ABANDONED_AFTER_MINUTES,
    searchEngine: config.SEARCH_URL ? { url: config.SEARCH_URL, apiKey: config.SEARCH_KEY } : undefined,
    webhookRetryDelays: config.WEBHOOK_RETRY_DELAYS,
    unpaidOrdersPerNetwork: config.UNPAID_ORDERS_PER_NETWORK,
    unpaidOrderMinutes: config.UNPAID_ORDER_MINUTES,
    allowInsecureSubscribers: config.WEBHOOK_ALLOW_INSECURE,
    allowedPrivateCidrs: listOf(config.WEBHOOK_ALLOWED_PRIVATE_CIDRS),
    nameServers: listOf(config.WEBHOOK_DNS_SERVERS),
    ownHosts: [...listOf(config.API_HOSTS), ...listOf(config.CONSOLE_ORIGIN).map(hostOf)].map((host) =>
      host.toLowerCase(),
    ),
    maxSubscriptions: config.WEBHOOK_MAX_SUBSCRIPTIONS,
    consoleOrigin: consoleOriginOf(config),
    publishedAddresses: listOf(config.WEBHOOK_PUBLISHED_ADDRESSES),
    mailLinks: mailerOptions(config).links,
    pictures: {
      url:
        config.PICTURES_URL ??
        (config.NODE_ENV === 'production' ? undefined : `http://localhost:${config.PORT}`),
      location: config.PICTURES_LOCATION ?? join(config.DATA_DIR, 'pictures'),
      s3: s3Options(config),
      maxBytes: config.PICTURES_MAX_BYTES,
      maxPixels: config.PICTURES_MAX_PIXELS,
      maxPerStore: config.PICTURES_MAX_PER_STORE,
    },
  };
}

/** Shaped like `S3Options` of @service/core. */
export function s3Options(config: Config) {
  return {
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  };
}

/**
 * The places where modules are found; shaped like `ModuleSources` of @service/core. Throws a ConfigError for a broken
 * MODULES_CONFIG.
 */
export function moduleSources(config: Config) {
  return {
    modulesDir: config.MODULES_DIR,
    packages: listOf(config.MODULES),
    configs: readModuleConfigs(config.MODULES_CONFIG),
  };
}

function readModuleConfigs(file: string | undefined): Record<string, unknown> {
  if (!file) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`MODULES_CONFIG: ${file} can not be read as JSON: ${(error as Error).message}`);
  }
}

/** The server that messages are sent to; shaped like `MailerOptions` of @service/core. */
export function mailerOptions(config: Config) {
  return {
    smtpUrl: config.SMTP_URL,
    dir: join(config.DATA_DIR, 'mail'),
    from: config.MAIL_FROM,
    links: { storefrontUrl: config.STOREFRONT_URL, consoleOrigin: consoleOriginOf(config) },
  };
}

/** The origin of the console: its own, or the API's. */
function consoleOriginOf({ CONSOLE_ORIGIN, API_HOSTS, NODE_ENV, PORT }: Config): string | undefined {
  const [[origin], [host]] = [listOf(CONSOLE_ORIGIN), listOf(API_HOSTS)];
  if (origin) return origin;
  if (host) return `https://${host}`;
  return NODE_ENV === 'production' ? undefined : `http://localhost:${PORT}`;
}

/** The service that checks VAT numbers; shaped like `ViesOptions` of @service/core. */
export function viesOptions(config: Config) {
  return { url: config.VIES_URL, requester: config.VIES_REQUESTER };
}

/** Returns the host of an origin, or the text itself if it isn't an origin. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : origin;
}
