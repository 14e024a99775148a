import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createServices,
  createSystemContext,
  type RowRef,
  type Services,
  type ServicesOptions,
  type SystemContext,
} from '@service/core';
import { type Database, openDatabase } from '@service/db';
import { openTestOutcomes } from '@service/delivery/enqueue';
import { createPullNotifier, openPullWaits, parseRetryDelays } from '@service/delivery/pull';
import { createLog, type Log } from '@service/observability';
import { CITUS_URL, runtimeUrlOf, testDatabaseUrl } from './database.ts';

/** The settings of every test: receivers may live on loopback and speak plain HTTP. */
export const TEST_SETTINGS = {
  adminJwtSecrets: ['test-admin-jwt-secret', 'test-older-admin-jwt-secret'],
  setupToken: 'test-setup-token',
  secretsKeys: [Buffer.alloc(32, 7).toString('base64')],
  paymentWebhookSecret: 'whsec_test_payment_secret',
  allowInsecureSubscribers: true,
  cartLifetimeDays: 30,
  cartAbandonedAfterMinutes: 60,
  // All shoppers of a test come from one address.
  unpaidOrdersPerNetwork: 0,
  unpaidOrderMinutes: 30,
  maxSubscriptions: 100,
  webhookRetryDelays: '1m,5m,30m,2h,6h,24h',
  allowedPrivateCidrs: ['127.0.0.0/8', '::1/128'],
  publishedAddresses: ['198.51.100.7', '2001:db8:7::/48'],
  pictures: {
    url: 'https://pictures.example',
    location: join(tmpdir(), `commerce-test-pictures-${process.pid}`),
    s3: { region: 'us-east-1' },
    maxBytes: 1024 * 1024,
    maxPixels: 4_000_000,
    maxPerStore: 100,
  },
} satisfies ServicesOptions & { setupToken: string };

/** The waits after failed attempts, and the number of attempts that they make. */
export const RETRY_DELAYS_MS = parseRetryDelays(TEST_SETTINGS.webhookRetryDelays);
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** The password of the owner that `createStore` makes. */
export const TEST_PASSWORD = 'a long enough password';

/**
 * The hash of TEST_PASSWORD, by argon2id of 8 KiB and one pass; the service's own takes 19 MiB, and so does each verification.
 */
const TEST_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$7bLatpBAzIV88N0j9k+08w$wqaDMf07naCUJ57dfkyG2ZvmDKrYKYnGF518zTVRgGk';

/** The password of thousands of test accounts has a cheap hash. All other passwords are hashed, and all are verified, as ever. */
function sparingHashes({ hash, verify }: Services['passwords']): Services['passwords'] {
  return {
    verify,
    hash: async (password, holder) => (password === TEST_PASSWORD ? TEST_HASH : hash(password, holder)),
  };
}

/** A clock that stands until it's moved. */
export interface Clock {
  now(): Date;
  advance(ms: number): void;
}

export function createClock(start = new Date('2026-03-01T12:00:00.000Z')): Clock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
  };
}

export interface TestEnv {
  database: Database;
  services: Services;
  system: SystemContext;
  log: Log;
  /** Ids of deliveries that the domain enqueued or promoted, in order. */
  enqueued: string[];
  /** Messages, in the same way. */
  enqueuedMails: RowRef[];
  /** Questions to VIES, in the same way. */
  enqueuedVatChecks: RowRef[];
  close(): Promise<void>;
}

interface TestEnvOptions {
  databaseUrl?: string;
  /** Sends what it would send to nodes of Citus; default: where it is one. */
  isSpread?: boolean;
  settings?: Partial<ServicesOptions>;
  now?: () => Date;
  modules?: Services['modules'];
  enqueueDeliveries?: (ids: readonly string[], tenantId: string) => void;
  enqueueTenant?: (tenantId: string) => void;
  promoteDelivery?: (delivery: RowRef) => void;
}

/**
 * The pool of the process's own database that no file uses just now, for the next one: its connections know the tables and the
 * statements, which takes each of them a tenth of a second.
 */
let spare: Database | undefined;

// A hook of all tests, because this is loaded before any of them is described.
if ('after' in globalThis) after(() => spare?.close());

function takeSpare(): Database | undefined {
  const taken = spare;
  spare = undefined;
  return taken;
}

/** Hands it on, unless mocha doesn't run this, a test has left it in use, or there is one already. */
function handOn(database: Database): Promise<void> | undefined {
  const { used, waiting } = database.poolUse();
  if (!('after' in globalThis) || used + waiting > 0 || spare) return database.close();
  spare = database;
  return undefined;
}

/** The domain on a real database, without HTTP and without a queue unless `enqueueDeliveries` leads to one. */
export async function openTestEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  const { settings, now, modules, enqueueDeliveries, enqueueTenant, promoteDelivery } = options;
  const url = options.databaseUrl ?? runtimeUrlOf(await testDatabaseUrl());
  const isOwn = options.databaseUrl !== undefined || options.isSpread !== undefined;
  const database =
    (isOwn ? undefined : takeSpare()) ??
    openDatabase({ url, isSpread: options.isSpread ?? CITUS_URL !== undefined });
  const log = createLog({ name: 'test', level: process.env.LOG_LEVEL ?? 'silent' });
  const pull = createPullNotifier(database.system, (err) => log.error({ err }, 'pull notices'));
  const pullWaits = openPullWaits(url, (err) => log.error({ err }, 'pull waits'));
  const testOutcomes = openTestOutcomes(url, (err) => log.error({ err }, 'test outcomes'));
  const enqueued: string[] = [];
  const enqueuedMails: RowRef[] = [];
  const enqueuedVatChecks: RowRef[] = [];
  const made = createServices(
    { ...TEST_SETTINGS, ...settings },
    {
      jobs: {
        enqueueDeliveries: (ids, tenantId) => {
          enqueued.push(...ids);
          enqueueDeliveries?.(ids, tenantId);
        },
        enqueueTenant: (tenantId) => enqueueTenant?.(tenantId),
        notifyPull: pull.notify,
        notifyLog: (tenantId) => made.deliveryLog.waits.wake(tenantId),
        promoteDelivery: (delivery) => {
          enqueued.push(delivery.id);
          promoteDelivery?.(delivery);
        },
        enqueueMails: (rows) => enqueuedMails.push(...rows),
        enqueueVatChecks: (rows) => enqueuedVatChecks.push(...rows),
      },
      pullWaits,
      testOutcomes,
      ...(modules ? { modules } : {}),
    },
  );
  const services = { ...made, passwords: sparingHashes(made.passwords) };
  const system = createSystemContext({ database, services, log, requestId: 'test', ...(now ? { now } : {}) });
  return {
    database,
    services,
    system,
    log,
    enqueued,
    enqueuedMails,
    enqueuedVatChecks,
    async close() {
      await pullWaits.close();
      await pull.close();
      await testOutcomes.close();
      await (isOwn ? database.close() : handOn(database));
    },
  };
}
