import {
  type AddressGuard,
  type AddressGuardOptions,
  createAddressGuard,
  createNameLookups,
  createNameResolver,
  type NameLookups,
  type NameResolver,
} from '@service/delivery/address-guard';
import { createPullWaits, type PullWaits, parseRetryDelays } from '@service/delivery/pull';
import type { TestOutcomes } from '@service/delivery/record';
import type { PaymentProvider } from '@service/module-sdk';
import { type AccessTokens, createAccessTokens } from './access/access-tokens.ts';
import { createPasswords, type Passwords } from './access/passwords.ts';
import { createThrottle, type Throttle } from './access/throttle.ts';
import type { Transaction } from './context.ts';
import { createPrinter, type Printer } from './documents/printer.ts';
import { readObject, recordFullPayloads } from './full-payloads.ts';
import { createInFlightLimits, type InFlightLimits } from './in-flight-limits.ts';
import type { MailLinks } from './mail/compose.ts';
import { type ModuleBus, NO_MODULES } from './modules/module-bus.ts';
import { createProviderTurns, type ProviderTurns } from './payment-accounts/provider-turns.ts';
import { createAccountProviders, type OpenAccount } from './payments/account-providers.ts';
import { boundProvider } from './payments/bounded-provider.ts';
import { createFakeProvider, type FakeOptions } from './payments/fake-provider.ts';
import { createStripeProvider } from './payments/stripe-provider.ts';
import { createPictures, type Pictures, type PicturesOptions } from './pictures/pictures.ts';
import { createSealer, type Sealer } from './sealer.ts';
import { createMeilisearch, type MeilisearchOptions } from './search/meilisearch.ts';
import type { SearchEngine } from './search/search-engine.ts';

/**
 * The objects that domain functions need and that stay the same as long as the process lives; each function uses those it needs.
 * A `main.ts` creates them.
 */
export interface Services {
  passwords: Passwords;
  throttle: Throttle;
  accessTokens: AccessTokens;
  sealer: Sealer;
  payments: {
    /** The deployment's own provider, for every store without an account. */
    provider: PaymentProvider;
    webhookSecret: string;
    publishableKey: string | null;
    /** Opens the provider of a store's account. */
    providerOfAccount: OpenAccount;
    /** The turns in which background jobs call the providers. */
    turns: ProviderTurns;
  };
  /** The turns in which background jobs call the tax providers of stores. */
  taxTurns: ProviderTurns;
  modules: ModuleBus;
  printer: Printer;
  /** Finds products in the database’s place, for the stores that were rebuilt; null: there is no engine. */
  search: SearchEngine | null;
  pictures: Pictures;
  /** The addresses that mails link to, for previews. */
  mailLinks: MailLinks;
  /** The days without a change after which a cart is abandoned. */
  carts: { lifetimeDays: number; abandonedAfterMinutes: number };
  /** 0: no limit. */
  checkout: { unpaidOrdersPerNetwork: number; unpaidOrderMinutes: number };
  subscriberUrls: { guard: AddressGuard; allowInsecure: boolean };
  subscriptions: { maxPerStore: number };
  /** The address of the console, without a slash at its end; null: the deployment doesn't configure it. */
  consoleUrl: string | null;
  /** The addresses that deliveries come from, for subscribers whose firewall allows only those. */
  publishedAddresses: readonly string[];
  /** Queries of name servers that stores may cause. */
  names: { resolver: NameResolver; lookups: NameLookups };
  /** Host names that belong to the deployment itself. */
  ownHosts: readonly string[];
  jobs: Jobs;
  /** The claims that wait in this process, and the retry schedule of failed deliveries. */
  pull: { waits: PullWaits; retryDelays: readonly number[] };
  /** The requests that wait in this process for new entries of a delivery log. */
  deliveryLog: { waits: PullWaits };
  /** Waits for the recorded result of a test delivery, identified by its id. */
  testOutcomes: TestOutcomes;
  inFlight: InFlightLimits;
  /** Writes the whole payloads that subscriptions want for the events of a transaction; called before its commit. */
  recordFullPayloads(tx: Transaction): Promise<void>;
  /** Reads the object that an event is about, once for all events with the same `read`. */
  readEventObject: typeof readObject;
}

/**
 * Enqueues jobs for what a commit made due. Called after the commit; never throws, and nothing waits for it, because the database
 * records what is due and the poll finds it.
 */
export interface Jobs {
  /** If a store has many, the store is enqueued instead of each. */
  enqueueDeliveries(deliveryIds: readonly string[], tenantId: string): void;
  /** Everything that is due in a store. */
  enqueueTenant(tenantId: string): void;
  /** A delivery whose job is delayed until a later retry. */
  promoteDelivery(delivery: RowRef): void;
  /** Pull subscriptions, or stores, that may have deliveries to claim. */
  notifyPull(ids: readonly string[]): void;
  /** Notifies the requests that wait for a store's delivery log. */
  notifyLog(tenantId: string): void;
  /** Messages of the outbox. */
  enqueueMails(mails: readonly RowRef[]): void;
  /** Queries of VIES. */
  enqueueVatChecks(checks: readonly RowRef[]): void;
}

/** A store's row, as a job identifies it. */
export interface RowRef {
  tenantId: string;
  id: string;
}

export interface ServicesOptions {
  /** The first key signs; the others only verify, elsewhere. */
  adminJwtSecrets: readonly string[];
  adminJwtIssuer?: string | undefined;
  adminJwtAudience?: string | undefined;
  /** Base64 of 32 bytes each; the first key seals, all open. */
  secretsKeys: readonly string[];
  paymentWebhookSecret: string;
  /** Absent: the fake provider, which sends no events by itself. */
  stripe?: { secretKey: string; publishableKey?: string | undefined } | undefined;
  /** Another address of Stripe's API, for tests. */
  stripeApiUrl?: string | undefined;
  fakePayments?: Pick<FakeOptions, 'callbackUrl' | 'script'> | undefined;
  cartLifetimeDays: number;
  cartAbandonedAfterMinutes: number;
  unpaidOrdersPerNetwork: number;
  unpaidOrderMinutes: number;
  /** None when absent. */
  searchEngine?: MeilisearchOptions | undefined;
  allowInsecureSubscribers: boolean;
  allowedPrivateCidrs: readonly string[];
  /** How many subscriptions a store may have. */
  maxSubscriptions: number;
  publishedAddresses: readonly string[];
  /** The origin of the console. */
  consoleOrigin?: string | undefined;
  /** Name servers for subscribers' names, such as `192.0.2.53` or `127.0.0.1:5353`; absent: the system's. */
  nameServers?: readonly string[];
  /** Names that no store may claim. */
  ownHosts?: readonly string[];
  /** Resolves subscribers' names in another way. */
  lookUpSubscriber?: AddressGuardOptions['lookup'];
  /** Delays such as `1m,5m,30m`. */
  webhookRetryDelays: string;
  /** Absent: uploads are disabled. */
  pictures?: PicturesOptions | undefined;
  /** None when absent. */
  mailLinks?: MailLinks | undefined;
  /** An ioredis client, with which all processes count attempts together; absent: each counts in its memory. */
  throttleRedis?: unknown;
  /** The first delay between attempts; 1 when absent. */
  throttleDelaySeconds?: number | undefined;
}

/** The services outside the domain. */
interface Surroundings {
  jobs?: Partial<Jobs>;
  pullWaits?: PullWaits;
  logWaits?: PullWaits;
  modules?: ModuleBus;
  testOutcomes?: TestOutcomes;
}

/** A process without notifications polls instead. */
const NO_TEST_OUTCOMES: TestOutcomes = {
  expect: async () => ({ told: new Promise(() => {}), end() {} }),
};

/** A process without queues leaves all due work to the worker's poll. */
const NO_QUEUES: Jobs = {
  enqueueDeliveries() {},
  enqueueTenant() {},
  promoteDelivery() {},
  notifyPull() {},
  notifyLog() {},
  enqueueMails() {},
  enqueueVatChecks() {},
};

/** A process without a configuration for pictures accepts none. */
const NO_PICTURES: PicturesOptions = {
  location: '.data/pictures',
  s3: { region: 'us-east-1' },
  maxBytes: 0,
  maxPixels: 0,
  maxPerStore: 0,
};

export function createServices(
  options: ServicesOptions,
  {
    jobs,
    pullWaits = createPullWaits(),
    logWaits = createPullWaits(),
    modules = NO_MODULES,
    testOutcomes = NO_TEST_OUTCOMES,
  }: Surroundings = {},
): Services {
  const names = {
    resolver: createNameResolver({ servers: options.nameServers }),
    lookups: createNameLookups(),
  };
  return {
    passwords: createPasswords(),
    throttle: createThrottle(options.throttleRedis, options.throttleDelaySeconds),
    accessTokens: createAccessTokens({
      secret: options.adminJwtSecrets[0] ?? '',
      issuer: options.adminJwtIssuer,
      audience: options.adminJwtAudience,
    }),
    sealer: createSealer(options.secretsKeys),
    payments: {
      provider: boundProvider(choosePaymentProvider(options)),
      webhookSecret: options.paymentWebhookSecret,
      publishableKey: options.stripe?.publishableKey ?? null,
      providerOfAccount: createAccountProviders(options, modules.openPaymentProvider),
      turns: createProviderTurns(),
    },
    taxTurns: createProviderTurns(),
    carts: {
      lifetimeDays: options.cartLifetimeDays,
      abandonedAfterMinutes: options.cartAbandonedAfterMinutes,
    },
    checkout: {
      unpaidOrdersPerNetwork: options.unpaidOrdersPerNetwork,
      unpaidOrderMinutes: options.unpaidOrderMinutes,
    },
    subscriberUrls: {
      guard: createAddressGuard({
        allowedPrivateCidrs: options.allowedPrivateCidrs,
        lookup: options.lookUpSubscriber ?? names.resolver.addressesOf,
        lookups: names.lookups,
      }),
      allowInsecure: options.allowInsecureSubscribers,
    },
    subscriptions: { maxPerStore: options.maxSubscriptions },
    consoleUrl: options.consoleOrigin ? `${options.consoleOrigin}/console` : null,
    publishedAddresses: options.publishedAddresses,
    names,
    ownHosts: options.ownHosts ?? [],
    modules,
    printer: createPrinter(),
    search: options.searchEngine ? createMeilisearch(options.searchEngine) : null,
    pictures: createPictures(options.pictures ?? NO_PICTURES),
    mailLinks: options.mailLinks ?? {},
    jobs: { ...NO_QUEUES, ...jobs },
    pull: {
      waits: pullWaits,
      retryDelays: parseRetryDelays(options.webhookRetryDelays),
    },
    deliveryLog: { waits: logWaits },
    testOutcomes,
    inFlight: createInFlightLimits(),
    recordFullPayloads,
    readEventObject: readObject,
  };
}

function choosePaymentProvider({
  stripe,
  stripeApiUrl,
  fakePayments,
  paymentWebhookSecret,
}: ServicesOptions): PaymentProvider {
  if (stripe) return createStripeProvider({ secretKey: stripe.secretKey, apiUrl: stripeApiUrl });
  return createFakeProvider(fakePayments && { ...fakePayments, secret: paymentWebhookSecret });
}
