import { type Static, Type } from 'typebox';

const text = (description: string, options: object = {}) =>
  Type.String({ minLength: 1, description, ...options });
const port = (description: string, options: object = {}) =>
  Type.Integer({ minimum: 1, maximum: 65535, description, ...options });

const timeout = (description: string, options: object = {}) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000, description, ...options }));

/** What the fake payment provider can do: `delay` waits a second, `duplicate` sends the event before it once more. */
const FAKE_STEPS = ['processing', 'fail', 'succeed', 'dispute', 'delay', 'duplicate'] as const;
export type FakeStep = (typeof FAKE_STEPS)[number];

/** Every setting, with its description and default. */
export const environment = Type.Object({
  NODE_ENV: text('development, test or production', {
    enum: ['development', 'test', 'production'],
    default: 'production',
  }),
  PORT: port('Port of the API', { default: 3000 }),
  HOST: text('Address that the API listens on; the images set 0.0.0.0', { default: '127.0.0.1' }),
  WEB_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 256,
    default: 1,
    description:
      'Processes of the API that serve the port together, about as many as cores; DATABASE_POOL_SIZE is divided among them',
  }),
  METRICS_PORT: Type.Optional(
    port(
      'Port of GET /metrics for Prometheus, and of the worker’s GET /health; neither is served without it',
    ),
  ),
  METRICS_HOST: text('Address that the metrics listen on; the images set 0.0.0.0', { default: '127.0.0.1' }),
  LOG_LEVEL: text('trace, debug, info, warn, error, fatal or silent', {
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
  }),
  SHUTDOWN_TIMEOUT_MS: Type.Integer({
    minimum: 0,
    default: 15_000,
    description: 'How long a process may finish what it holds after SIGTERM',
  }),
  SHUTDOWN_DRAIN_MS: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'How long the API goes on serving after SIGTERM, not ready, until load balancers have noticed',
  }),
  HTTP_KEEP_ALIVE_TIMEOUT_MS: Type.Integer({
    minimum: 0,
    default: 75_000,
    description: 'How long an idle connection stays open: longer than the load balancer keeps it',
  }),
  HTTP_HEADERS_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    default: 10_000,
    description: 'How long a client may take for its headers',
  }),
  HTTP_REQUEST_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    default: 120_000,
    description: 'How long a client may take for a whole request, imports included',
  }),

  DATABASE_URL: text('PostgreSQL 16 or later, by the user who owns the tables: for the commands', {
    default: 'postgresql://postgres@127.0.0.1:5432/commerce',
    format: 'postgres',
  }),
  DATABASE_RUNTIME_URL: Type.Optional(
    text(
      'The same database by the login of API and worker, which `commerce migrate` makes: it owns nothing and bypasses nothing. Production needs it; elsewhere it is DATABASE_URL when it isn’t set',
      { format: 'postgres' },
    ),
  ),
  DATABASE_REPLICA_URL: Type.Optional(
    text(
      'One server that follows the database, with the same login: lists and reports come from it as long as it keeps up',
      { format: 'postgres' },
    ),
  ),
  DATABASE_POOLER: text(
    'transaction when DATABASE_RUNTIME_URL leads to a pooler that shares sessions between transactions, such as PgBouncer; DATABASE_URL leads to PostgreSQL itself',
    { enum: ['none', 'transaction'], default: 'none' },
  ),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 10,
    description: 'Connections of one worker, or of one API with all of its processes, two for each at least',
  }),
  DATABASE_CONNECT_TIMEOUT_MS: timeout('How long a query waits for a connection', { minimum: 100 }),
  DATABASE_STATEMENT_TIMEOUT_MS: timeout('How long one statement may take; 0: without end'),
  DATABASE_LOCK_TIMEOUT_MS: timeout('How long a statement may wait for a lock; 0: without end'),
  DATABASE_TRANSACTION_TIMEOUT_MS: timeout('How long a transaction may take; 0: without end'),
  DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: timeout(
    'After how long PostgreSQL ends a transaction that says nothing; 0: never',
  ),
  DATABASE_CONNECTION_MAX_AGE_S: Type.Integer({
    minimum: 0,
    default: 1800,
    description: 'A connection that is older is replaced; 0: never',
  }),
  QUEUE_BACKEND: text('redis, or postgres for a machine without Redis', {
    enum: ['redis', 'postgres'],
    default: 'redis',
  }),
  REDIS_URL: text(
    'Redis 6.2 or later, maxmemory-policy noeviction; also redis+sentinel://host,host/name and redis+cluster://host,host',
    { default: 'redis://127.0.0.1:6379', format: 'redis' },
  ),
  S3_ENDPOINT: Type.Optional(
    text('S3-compatible store for PICTURES_LOCATION and `commerce backup --to s3://bucket/key`', {
      pattern: '^https?://',
    }),
  ),
  S3_REGION: text('Its region', { default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: Type.Optional(
    text('Key that may read and write the buckets, list them, and delete pictures'),
  ),
  S3_SECRET_ACCESS_KEY: Type.Optional(text('Its secret')),
  PICTURES_URL: Type.Optional(
    text(
      'Where browsers reach GET /pictures, such as https://api.example or a cache in front of it; production takes no pictures without it',
      { pattern: '^https?://[^?#]+$' },
    ),
  ),
  PICTURES_LOCATION: Type.Optional(
    text(
      'Where the files of pictures are: a folder that all processes share, or s3://bucket/prefix; DATA_DIR/pictures when not set',
    ),
  ),
  PICTURES_MAX_BYTES: Type.Integer({
    minimum: 1024,
    maximum: 100_000_000,
    default: 10_485_760,
    description: 'How large the file of a picture may be',
  }),
  PICTURES_MAX_PIXELS: Type.Integer({
    minimum: 1,
    maximum: 250_000_000,
    default: 40_000_000,
    description: 'How many pixels it may have: decoding takes memory for each',
  }),
  PICTURES_MAX_PER_STORE: Type.Integer({
    minimum: 0,
    default: 20_000,
    description: 'How many pictures one store may have',
  }),
  DATA_DIR: text('Folder of the embedded servers, logs and mail files', { default: '.data' }),

  ADMIN_JWT_SECRET: text('Secrets of admin tokens, comma-separated: the first signs, all verify', {
    format: 'secrets',
  }),
  ADMIN_JWT_JWKS_URL: Type.Optional(
    text('Keys of another issuer whose RS256 and ES256 tokens are taken too', { pattern: '^https?://' }),
  ),
  ADMIN_JWT_ISSUER: Type.Optional(text('Checked as `iss` of admin tokens when set')),
  ADMIN_JWT_AUDIENCE: Type.Optional(text('Checked as `aud` of admin tokens when set')),
  CONSOLE_ORIGIN: Type.String({
    default: '',
    description:
      'Web origins of the console, comma-separated, when it is not served by the API’s own; messages to operators link to the first',
  }),
  SETUP_TOKEN: text('Bearer token of the Setup API'),
  SECRETS_KEY: text('Base64 of 32 bytes, comma-separated: the first seals stored secrets, all open them', {
    format: 'keys',
  }),

  SMTP_URL: Type.Optional(
    text(
      'Mail server, such as smtps://user:password@mail.example; messages are files in DATA_DIR/mail without it',
      { format: 'smtp' },
    ),
  ),
  MAIL_FROM: text('Sender address of all messages; the sender’s name is the store’s', {
    pattern: '^[^@\\s<>]+@[^@\\s<>]+$',
    default: 'no-reply@commerce.example',
  }),
  STOREFRONT_URL: Type.Optional(
    text(
      'Address of the storefront’s pages in messages; {tenantId} stands for the store. Without it they show codes only',
    ),
  ),

  SEARCH_URL: Type.Optional(
    text(
      'Meilisearch server that finds products for the stores of `commerce search rebuild`; PostgreSQL without it',
      {
        pattern: '^https?://',
      },
    ),
  ),
  SEARCH_KEY: Type.Optional(text('Its key, which may read and write its indexes')),

  VIES_URL: text('Base address of the EU’s VAT number service', { default: 'https://ec.europa.eu' }),
  VIES_REQUESTER: Type.Optional(
    text('Your own VAT number, such as DE123456789: VIES then gives a consultation number as proof', {
      pattern: '^[A-Z]{2}[0-9A-Z+*]{2,12}$',
    }),
  ),

  TRUSTED_PROXIES: Type.String({
    default: '',
    description:
      'Proxies whose X-Forwarded-For is believed, comma-separated: addresses, ranges, loopback, uniquelocal',
  }),

  API_HOSTS: Type.String({
    default: '',
    description:
      'Host names of this deployment, comma-separated: no store may have one of them, and messages to operators link to the first, unless CONSOLE_ORIGIN is set',
  }),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 6000,
    description:
      'Requests a minute of one credential, or of the guests of one store at one address; 0: no limit',
  }),
  RATE_LIMIT_ADDRESS_PER_MINUTE: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 1200,
    description: 'Requests a minute of one address without a valid credential, logins included; 0: no limit',
  }),

  PAYMENT_PROVIDER: text('Which payment provider makes payments', {
    enum: ['fake', 'stripe'],
    default: 'fake',
  }),
  PAYMENT_FAKE_SCRIPT: Type.String({
    default: '',
    pattern: `^((${FAKE_STEPS.join('|')})(,(${FAKE_STEPS.join('|')}))*)?$`,
    description: `What the fake provider tells of each payment, comma-separated: ${FAKE_STEPS.join(', ')}`,
  }),
  PAYMENT_FAKE_IN_PRODUCTION: Type.Boolean({
    default: false,
    description: 'Lets production run with PAYMENT_PROVIDER=fake, which takes no money',
  }),
  STRIPE_SECRET_KEY: Type.Optional(text('Secret key of the Stripe account, for PAYMENT_PROVIDER=stripe')),
  STRIPE_PUBLISHABLE_KEY: Type.Optional(
    text('Its publishable key, which `GET /store/v1/config` shows to storefronts'),
  ),
  STRIPE_API_URL: Type.Optional(text('Another address of Stripe’s API, for tests')),
  PAYMENT_WEBHOOK_SECRET: text('Key of the payment provider’s callback signature'),

  CART_LIFETIME_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'How many days after its last change a cart that is no order is forgotten',
  }),

  JOB_POLL_INTERVAL_MS: Type.Integer({
    minimum: 10,
    default: 30_000,
    description: 'Time between two looks of a worker for mails and VAT checks that are due without a job',
  }),

  UNPAID_ORDERS_PER_NETWORK: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 20,
    description:
      'Orders of one store that may wait for their payment, and hold stock, for one network address (an IPv6 /64); 0: no limit. Behind a proxy it needs TRUSTED_PROXIES',
  }),

  UNPAID_ORDER_MINUTES: Type.Integer({
    minimum: 1,
    maximum: 43_200,
    default: 30,
    description: 'How long an order that isn’t paid holds its stock before it is cancelled',
  }),

  MODULES_DIR: Type.Optional(text('Folder whose sub-folders are modules')),
  MODULES: Type.String({ default: '', description: 'Installed packages that are modules, comma-separated' }),
  MODULES_CONFIG: Type.Optional(text('JSON file with the configuration of each module, by its name')),
  MODULE_HANDLER_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    default: 5000,
    description: 'How long one handler of a module may take',
  }),

  WEBHOOK_ALLOW_INSECURE: Type.Boolean({ default: false, description: 'Allow http:// subscriber URLs' }),
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: Type.String({
    default: '',
    format: 'ranges',
    description: 'Private ranges that subscribers may live in, comma-separated; never the metadata services',
  }),
  WEBHOOK_DNS_SERVERS: Type.String({
    default: '',
    format: 'name-servers',
    description:
      'Name servers that look up the hosts of subscribers, comma-separated, such as 192.0.2.53 or 127.0.0.1:5353; the system’s when empty',
  }),
  WEBHOOK_PROXY_URL: Type.Optional(
    text(
      'Forward proxy that deliveries go through by CONNECT, such as http://user:password@proxy.example:3128; their addresses are checked before it is asked',
      { format: 'proxy' },
    ),
  ),
  WEBHOOK_SOURCE_ADDRESS: Type.Optional(
    text('Address of this machine that deliveries come from', { format: 'address' }),
  ),
  WEBHOOK_PUBLISHED_ADDRESSES: Type.String({
    default: '',
    format: 'published',
    description:
      'Addresses and ranges that deliveries come from, comma-separated, for subscribers who let nobody else in: shown in console and portal and at GET /webhooks/addresses',
  }),
  WEBHOOK_MAX_SUBSCRIPTIONS: Type.Integer({
    minimum: 1,
    default: 100,
    description: 'How many subscriptions one store may have',
  }),
  WEBHOOK_DELIVERY_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    maximum: 300_000,
    default: 10_000,
    description: 'Total time of one delivery attempt',
  }),
  WEBHOOK_LEASE_MARGIN_MS: Type.Integer({
    minimum: 100,
    default: 20_000,
    description:
      'Time beyond that timeout before a delivery counts as left by a dead worker: to claim, to record, and for clocks that differ',
  }),
  WEBHOOK_RETRY_DELAYS: text('Delay after each failed attempt; one attempt more than delays', {
    default: '1m,5m,30m,2h,6h,24h',
    format: 'delays',
  }),
  WEBHOOK_POLL_INTERVAL_MS: Type.Integer({
    minimum: 10,
    default: 30_000,
    description: 'Time between two looks of a worker for deliveries that are due without a job',
  }),
  WEBHOOK_POLL_BATCH: Type.Integer({
    minimum: 1,
    default: 20,
    description: 'Deliveries that one poll cycle makes',
  }),
  WEBHOOK_RETENTION_DELIVERED_DAYS: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'How long delivered deliveries stay in the log',
  }),
  WEBHOOK_RETENTION_DAYS: Type.Integer({
    minimum: 1,
    default: 90,
    description: 'How long any delivery stays in the log',
  }),
  WEBHOOK_RETENTION_EVENT_DAYS: Type.Integer({
    minimum: 1,
    default: 30,
    description: 'How long events that were not delivered stay, for recoveries',
  }),
  WEBHOOK_RETENTION_INTERVAL_MS: Type.Integer({
    minimum: 100,
    default: 3_600_000,
    description: 'Time between two removals of what is older',
  }),
  AUDIT_RETENTION_DAYS: Type.Optional(
    Type.Integer({
      minimum: 31,
      description: 'A month of the audit log is dropped once all of it is older; unset: it stays',
    }),
  ),
  STOCK_MOVEMENT_RETENTION_DAYS: Type.Optional(
    Type.Integer({
      minimum: 31,
      description: 'The same of stock movements',
    }),
  ),
  WEBHOOK_CONCURRENCY: Type.Integer({
    minimum: 1,
    default: 50,
    description: 'Deliveries that one worker makes at once to one subscriber; to all, four times as many',
  }),
});

export type Config = Readonly<Static<typeof environment>>;

/** The name of every setting. */
export const CONFIG_NAMES = Object.keys(environment.properties);
