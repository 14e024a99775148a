import { type Static, Type } from 'typebox';

/*
 * Every setting, with its description and default. `npm run settings` in this package writes .env.example and the settings of
 * docker/compose.yaml from them. Without a default a setting is required, unless it is optional.
 */

const text = (description: string, options: object = {}) =>
  Type.String({ minLength: 1, description, ...options });
const optional = (description: string, options: object = {}) => Type.Optional(text(description, options));
/** The value may be empty, which is the default. */
const list = (description: string, options: object = {}) =>
  Type.String({ default: '', description, ...options });
const integer = (description: string, options: { minimum: number; default: number; maximum?: number }) =>
  Type.Integer({ description, ...options });
const flag = (description: string) => Type.Boolean({ default: false, description });
const port = (description: string, options: object = {}) =>
  Type.Integer({ minimum: 1, maximum: 65_535, description, ...options });
const timeout = (description: string, options: object = {}) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000, description, ...options }));
const retention = (description: string) => Type.Optional(Type.Integer({ minimum: 31, description }));

/** The steps of the fake payment provider: `delay` waits a second, `duplicate` sends the event before it once more. */
const FAKE_STEPS = ['processing', 'fail', 'succeed', 'dispute', 'delay', 'duplicate'] as const;
export type FakeStep = (typeof FAKE_STEPS)[number];

const PROCESS = {
  NODE_ENV: text(
    'development, test or production. npm start sets development: it makes a demo store with a known password',
    { enum: ['development', 'test', 'production'], default: 'production' },
  ),
  DEMO_SHOP_URL: optional(
    'Address of the demo shop, which npm start sets: the start page names it with the login of the demo operator, but not in production',
    { pattern: '^https?://[^\\s"<>]+$' },
  ),
  PORT: port('Port of the API', { default: 3000 }),
  HOST: text('Address that the API listens on: 0.0.0.0 for every address, as the images set it', {
    default: '127.0.0.1',
  }),
  WEB_CONCURRENCY: integer(
    'Processes of the API that serve the port together: about as many as cores. DATABASE_POOL_SIZE is divided among them',
    { minimum: 1, maximum: 256, default: 1 },
  ),
  METRICS_PORT: Type.Optional(
    port(
      'Port of GET /metrics for Prometheus, on its own so that it is never public by accident. The worker serves GET /health there too, for the liveness probe. Neither is served without it',
    ),
  ),
  METRICS_HOST: text('Address that the metrics listen on: 0.0.0.0 for every address, as the images set it', {
    default: '127.0.0.1',
  }),
  LOG_LEVEL: text('trace, debug, info, warn, error, fatal or silent', {
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
  }),
  SHUTDOWN_TIMEOUT_MS: integer('How long a process may take to finish its work after SIGTERM', {
    minimum: 0,
    default: 15_000,
  }),
  SHUTDOWN_DRAIN_MS: integer(
    'How long the API goes on serving after SIGTERM while /health returns 503, so that a load balancer sends it nothing more before it stops. 0 without a balancer; Kubernetes needs some seconds',
    { minimum: 0, default: 0 },
  ),
  HTTP_KEEP_ALIVE_TIMEOUT_MS: integer(
    'How long an idle connection stays open. Longer than the load balancer keeps it (usually 60 s): else it sends a request into a connection that is being closed',
    { minimum: 0, default: 75_000 },
  ),
  HTTP_HEADERS_TIMEOUT_MS: integer('How long a client may take for its headers', {
    minimum: 100,
    default: 10_000,
  }),
  HTTP_REQUEST_TIMEOUT_MS: integer('How long a client may take for a whole request, imports included', {
    minimum: 100,
    default: 120_000,
  }),
};

const SERVERS = {
  DATABASE_URL: text(
    'PostgreSQL 16 or later, by the user who owns the tables: for the command `commerce`. npm start brings a PostgreSQL of its own when this is not set. This address and the next may name several servers, of which the one that takes writes is used: postgresql://user:…@one:5432,two:5432/commerce?target_session_attrs=read-write',
    { default: 'postgresql://postgres@127.0.0.1:5432/commerce', format: 'postgres' },
  ),
  DATABASE_RUNTIME_URL: optional(
    'Required in production; elsewhere it is DATABASE_URL when it isn’t set. The same database by the login of API and worker, which `commerce migrate` makes with this password: it owns nothing and sees no row by itself (docs/row-level-security.md). Example: postgresql://commerce_runtime:…@127.0.0.1:5432/commerce',
    { format: 'postgres' },
  ),
  DATABASE_REPLICA_URL: optional(
    'One server that follows the database as a streaming replica, with the same login. Lists and reports of the API come from it once it has all that was committed before the request, and from the primary when it is behind or away (docs/operating.md#read-replica)',
    { format: 'postgres' },
  ),
  DATABASE_POOLER: text(
    'transaction when DATABASE_RUNTIME_URL leads to a pooler that shares sessions between transactions, such as PgBouncer with pool_mode=transaction. DATABASE_URL then leads to PostgreSQL itself',
    { enum: ['none', 'transaction'], default: 'none' },
  ),
  DATABASE_CITUS: flag(
    'true when `commerce distribute` has spread the stores over the nodes of Citus: role and store are then set in every transaction, and a statement that locks or writes is of one store (docs/scaling.md#shards-by-store)',
  ),
  DATABASE_POOL_SIZE: integer(
    'Connections of one worker, or of one API with all of its processes: two for each of those at least',
    { minimum: 2, maximum: 500, default: 10 },
  ),
  DATABASE_CONNECT_TIMEOUT_MS: timeout(
    'How long a query waits for a connection. When not set: 5000 in the API, 10000 in the worker. docs/operating.md has the table of all five, also of the commands',
    { minimum: 100 },
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: timeout(
    'How long one statement may take. When not set: 10000 in the API, 20000 in the worker. 0: no limit',
  ),
  DATABASE_LOCK_TIMEOUT_MS: timeout(
    'How long a statement may wait for a lock. When not set: 8000. 0: no limit',
  ),
  DATABASE_TRANSACTION_TIMEOUT_MS: timeout(
    'How long a transaction may take from BEGIN to COMMIT. When not set: 30000 in the API, 60000 in the worker. 0: no limit',
  ),
  DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: timeout(
    'After how long PostgreSQL ends an idle transaction. When not set: 20000. 0: never',
  ),
  DATABASE_CONNECTION_MAX_AGE_S: integer('A connection that is older is replaced; 0: never', {
    minimum: 0,
    default: 1800,
  }),
  QUEUE_BACKEND: text(
    'redis, or postgres for a machine without Redis: `commerce migrate` with this setting makes the tables of the queue',
    { enum: ['redis', 'postgres'], default: 'redis' },
  ),
  REDIS_URL: text(
    'Redis 6.2 or later, maxmemory-policy noeviction. npm start looks for a Redis on this machine when this is not set. Also redis+sentinel://:password@host:26379,host:26379/name and redis+cluster://:password@host:6379,host:6379; with TLS rediss',
    { default: 'redis://127.0.0.1:6379', format: 'redis' },
  ),
  S3_ENDPOINT: optional(
    'S3-compatible store for PICTURES_LOCATION=s3://… and `commerce backup --to s3://bucket/key`',
    {
      pattern: '^https?://',
    },
  ),
  S3_REGION: text('Its region', { default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: optional('Key that may read and write the buckets, list them, and delete pictures'),
  S3_SECRET_ACCESS_KEY: optional('Its secret'),
  PICTURES_URL: optional(
    'Where browsers reach GET /pictures: the address of the API, or of a cache in front of it. In production pictures can’t be uploaded without it; elsewhere it is http://localhost:PORT. See docs/pictures.md',
    { pattern: '^https?://[^?#]+$' },
  ),
  PICTURES_LOCATION: optional(
    'Where the files of pictures are: a folder that all processes share, or s3://bucket/prefix; when not set, DATA_DIR/pictures',
  ),
  PICTURES_MAX_BYTES: integer('Maximum size of the file of a picture', {
    minimum: 1024,
    maximum: 100_000_000,
    default: 10_485_760,
  }),
  PICTURES_MAX_PIXELS: integer('Maximum number of its pixels: decoding takes memory for each', {
    minimum: 1,
    maximum: 250_000_000,
    default: 40_000_000,
  }),
  PICTURES_MAX_PER_STORE: integer('Maximum number of pictures of one store', { minimum: 0, default: 20_000 }),
  DATA_DIR: text('Folder of npm start’s own servers, secrets, mails and logs. Only its owner can read it', {
    default: '.data',
  }),
};

const CREDENTIALS = {
  ADMIN_JWT_SECRET: text('Secrets of admin tokens (HS256), comma-separated: the first signs, all verify', {
    format: 'secrets',
  }),
  ADMIN_JWT_JWKS_URL: optional(
    'Keys (JWKS) of another issuer, whose RS256 and ES256 tokens are accepted too. In production it must be https, with the issuer and audience below: else every token that its keys have signed is accepted',
    { pattern: '^https?://' },
  ),
  ADMIN_JWT_ISSUER: optional('Checked as `iss` of admin tokens when set'),
  ADMIN_JWT_AUDIENCE: optional('Checked as `aud` of admin tokens when set'),
  API_HOSTS: list(
    'Host names of this deployment, comma-separated: no store may have one of them. Those of CONSOLE_ORIGIN count too. Messages to operators link to the console at the first one, unless CONSOLE_ORIGIN is set',
  ),
  CONSOLE_ORIGIN: list(
    'Web origins of the console, comma-separated, when the API’s own origin doesn’t serve it; messages to operators link to the first',
  ),
  SETUP_TOKEN: text('Bearer token of the Setup API, which makes stores'),
  SECRETS_KEY: text(
    'Base64 of 32 bytes, comma-separated: the first encrypts stored secrets, all decrypt them. Keep old keys in the list, and keep a copy apart from the database’s backup',
    { format: 'keys' },
  ),
};

const MAIL = {
  SMTP_URL: optional(
    'Mail server, such as smtps://user:password@mail.example. Without it messages are .eml files in DATA_DIR/mail',
    { format: 'smtp' },
  ),
  MAIL_FROM: text('Sender address of all messages; the sender’s name is the store’s', {
    pattern: '^[^@\\s<>]+@[^@\\s<>]+$',
    default: 'no-reply@commerce.example',
  }),
  STOREFRONT_URL: optional(
    'Address of the storefront’s pages in messages; {tenantId} stands for the store. The pages are account/verify, account/reset and account/email, with the token behind #. Without it messages to shoppers show codes only',
  ),
};

const SEARCH = {
  SEARCH_URL: optional(
    'Meilisearch server that finds products for the stores of `commerce search rebuild`, such as http://127.0.0.1:7700; PostgreSQL without it',
    { pattern: '^https?://' },
  ),
  SEARCH_KEY: optional('Its key, which may read and write its indexes'),
};

const VAT = {
  VIES_URL: text('Base address of the EU’s VAT number service', { default: 'https://ec.europa.eu' }),
  VIES_REQUESTER: optional(
    'Your own VAT number, such as DE123456789: VIES then gives a consultation number as proof',
    { pattern: '^[A-Z]{2}[0-9A-Z+*]{2,12}$' },
  ),
};

const NETWORK = {
  TRUSTED_PROXIES: list(
    'Proxies whose X-Forwarded-For is trusted, comma-separated: addresses, ranges, loopback, uniquelocal. Without it every client behind a proxy has the proxy’s address, and shares its throttle',
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    'Requests a minute of one credential, or of the guests of one store at one address; 0: no limit. `commerce rate-limit` gives a store another number: docs/guides/rate-limits.md',
    { minimum: 0, maximum: 1_000_000_000, default: 6000 },
  ),
  RATE_LIMIT_ADDRESS_PER_MINUTE: integer(
    'Requests a minute of one address without a valid credential, logins included; 0: no limit',
    { minimum: 0, maximum: 1_000_000_000, default: 1200 },
  ),
};

const PAYMENTS = {
  PAYMENT_PROVIDER: text('Payment provider: stripe, or fake, which takes no money', {
    enum: ['fake', 'stripe'],
    default: 'fake',
  }),
  PAYMENT_FAKE_IN_PRODUCTION: flag('Lets production run with PAYMENT_PROVIDER=fake'),
  PAYMENT_FAKE_SCRIPT: list(
    'Events that the fake provider sends for each payment automatically, comma-separated: processing, fail, succeed, dispute; delay waits a second, duplicate sends the event before it again. Empty: nothing',
    { pattern: `^((${FAKE_STEPS.join('|')})(,(${FAKE_STEPS.join('|')}))*)?$` },
  ),
  STRIPE_SECRET_KEY: optional(
    'Secret key of the Stripe account, for PAYMENT_PROVIDER=stripe. The callback’s secret of Stripe’s dashboard is PAYMENT_WEBHOOK_SECRET',
  ),
  STRIPE_PUBLISHABLE_KEY: optional('Its publishable key, which GET /store/v1/config shows to storefronts'),
  STRIPE_API_URL: optional('Another address of Stripe’s API, for tests'),
  PAYMENT_WEBHOOK_SECRET: text('Key of the payment provider’s callback signature (header payment-signature)'),
};

const ORDERS = {
  CART_LIFETIME_DAYS: integer('How many days after its last change an open cart is deleted', {
    minimum: 1,
    maximum: 3650,
    default: 30,
  }),
  CART_ABANDONED_AFTER_MINUTES: integer(
    'How many minutes after its last change an open cart with an e-mail counts as left behind, for the event cart.abandoned',
    { minimum: 1, maximum: 10_080, default: 60 },
  ),
  JOB_POLL_INTERVAL_MS: integer(
    'Interval at which a worker polls for mails and VAT checks that are due without a job',
    { minimum: 10, default: 30_000 },
  ),
  UNPAID_ORDERS_PER_NETWORK: integer(
    'Orders of one store that may wait for their payment, and hold stock, for one network address (an IPv6 /64); 0: no limit. Behind a proxy it needs TRUSTED_PROXIES: all shoppers seem to come from one address otherwise',
    { minimum: 0, maximum: 1_000_000, default: 20 },
  ),
  UNPAID_ORDER_MINUTES: integer('How long an order that isn’t paid holds its stock before it is cancelled', {
    minimum: 1,
    maximum: 43_200,
    default: 30,
  }),
};

const MODULES = {
  MODULES_DIR: optional('Folder whose sub-folders are modules'),
  MODULES: list('Installed packages that are modules, comma-separated'),
  MODULES_CONFIG: optional(
    'JSON file with the configuration of each module, by its name: {"price-drop-mailer":{"to":"shop@example.com"}}',
  ),
  MODULE_HANDLER_TIMEOUT_MS: integer('How long one handler of a module may take', {
    minimum: 1,
    default: 5000,
  }),
};

const WEBHOOKS = {
  WEBHOOK_ALLOW_INSECURE: flag('Allows http:// subscriber URLs. npm start sets it to true'),
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: list(
    'Private ranges in which hosts of subscribers may be, comma-separated; never the metadata services of clouds. npm start sets it to 127.0.0.0/8,::1/128',
    { format: 'ranges' },
  ),
  WEBHOOK_DNS_SERVERS: list(
    'Name servers that look up the hosts of subscribers, comma-separated, such as 192.0.2.53 or 127.0.0.1:5353. Without them those of the system. /etc/hosts and localhost are known; search domains aren’t applied',
    { format: 'name-servers' },
  ),
  WEBHOOK_PROXY_URL: optional(
    'Forward proxy that deliveries go through by CONNECT, such as http://user:password@proxy.internal:3128. The address of each delivery is checked before the proxy is called, so this service still looks names up. See docs/webhook-proxy.md',
    { format: 'proxy' },
  ),
  WEBHOOK_SOURCE_ADDRESS: optional(
    'Address of this machine that deliveries come from; the system picks one when it is empty',
    { format: 'address' },
  ),
  WEBHOOK_PUBLISHED_ADDRESSES: list(
    'Addresses and ranges that deliveries come from, comma-separated, such as 198.51.100.7,2001:db8:7::/48: for subscribers whose firewall allows only these. Shown in console and portal and at GET /webhooks/addresses. It doesn’t change how deliveries are sent',
    { format: 'published' },
  ),
  WEBHOOK_MAX_SUBSCRIPTIONS: integer('Maximum number of subscriptions of one store', {
    minimum: 1,
    default: 100,
  }),
  WEBHOOK_DELIVERY_TIMEOUT_MS: integer(
    'Total time of one delivery attempt: name lookup, connection, TLS and response together',
    { minimum: 1, maximum: 300_000, default: 10_000 },
  ),
  WEBHOOK_LEASE_MARGIN_MS: integer(
    'Time beyond that timeout before a delivery counts as left by a dead worker: to claim, to record, and for clocks that differ',
    { minimum: 100, default: 20_000 },
  ),
  WEBHOOK_RETRY_DELAYS: text(
    'Delay after each failed attempt (s, m or h). There is one attempt more than delays',
    {
      default: '1m,5m,30m,2h,6h,24h',
      format: 'delays',
    },
  ),
  WEBHOOK_POLL_INTERVAL_MS: integer(
    'Interval at which a worker polls for deliveries that are due without a job',
    { minimum: 10, default: 30_000 },
  ),
  WEBHOOK_POLL_BATCH: integer('Deliveries that one poll cycle sends', { minimum: 1, default: 20 }),
  WEBHOOK_CONCURRENCY: integer(
    'Deliveries that one worker sends at once to one subscriber; to all together at most four times as many',
    { minimum: 1, default: 50 },
  ),
  WEBHOOK_RETENTION_DELIVERED_DAYS: integer('How long delivered deliveries stay in the log', {
    minimum: 1,
    default: 30,
  }),
  WEBHOOK_RETENTION_DAYS: integer('How long any delivery stays in the log', { minimum: 1, default: 90 }),
  WEBHOOK_RETENTION_EVENT_DAYS: integer('How long events that were not delivered stay, for recoveries', {
    minimum: 1,
    default: 30,
  }),
  WEBHOOK_RETENTION_INTERVAL_MS: integer('Interval at which older entries are removed', {
    minimum: 100,
    default: 3_600_000,
  }),
};

const RETENTION = {
  AUDIT_RETENTION_DAYS: retention(
    'A month (UTC) of the audit log is dropped once all of it is older; unset: it stays',
  ),
  STOCK_MOVEMENT_RETENTION_DAYS: retention('The same for stock movements'),
};

/** The settings in the order of .env.example. */
export const SECTIONS = [
  { title: 'Process', settings: PROCESS },
  { title: 'Servers', settings: SERVERS },
  {
    title: 'Secrets: openssl rand -base64 32 makes one',
    about:
      'At least 32 bytes each. Placeholders, repetitions and the published values of development are refused. A credential may stand in a file instead: SETUP_TOKEN_FILE names the file of SETUP_TOKEN, and so on for every secret, token and key, and for DATABASE_URL, DATABASE_RUNTIME_URL, REDIS_URL and SMTP_URL.',
    settings: CREDENTIALS,
  },
  { title: 'Mail', settings: MAIL },
  { title: 'Search', settings: SEARCH },
  { title: 'VAT numbers', settings: VAT },
  { title: 'Network', settings: NETWORK },
  { title: 'Payments', settings: PAYMENTS },
  { title: 'Carts and orders', settings: ORDERS },
  { title: 'Modules: docs/modules.md', settings: MODULES },
  { title: 'Webhooks', settings: WEBHOOKS },
  { title: 'Partitions by month', settings: RETENTION },
];

export const environment = Type.Object({
  ...PROCESS,
  ...SERVERS,
  ...CREDENTIALS,
  ...MAIL,
  ...SEARCH,
  ...VAT,
  ...NETWORK,
  ...PAYMENTS,
  ...ORDERS,
  ...MODULES,
  ...WEBHOOKS,
  ...RETENTION,
});

export type Config = Readonly<Static<typeof environment>>;

/** The name of every setting. */
export const CONFIG_NAMES = Object.keys(environment.properties);
