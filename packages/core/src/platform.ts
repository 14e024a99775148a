import {
  type AddressGuard,
  type AddressGuardOptions,
  createAddressGuard,
} from '@service/delivery/address-guard';
import { type AccessTokens, createAccessTokens } from './access/access-tokens.ts';
import { createPasswords, type Passwords } from './access/passwords.ts';
import { createThrottle, type Throttle } from './access/throttle.ts';
import { type ModuleBus, NO_MODULES } from './modules/module-bus.ts';
import { createFakeProvider, type FakeOptions } from './payments/fake-provider.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { createStripeProvider, type StripeOptions } from './payments/stripe-provider.ts';
import { createSealer, type Sealer } from './sealer.ts';

/** What every domain function may need and that doesn't change while the process lives. Made by a `main.ts`. */
export interface Platform {
  passwords: Passwords;
  throttle: Throttle;
  accessTokens: AccessTokens;
  sealer: Sealer;
  paymentProvider: PaymentProvider;
  paymentWebhookSecret: string;
  modules: ModuleBus;
  /** After that many days without a change a cart is abandoned. */
  cartLifetimeDays: number;
  subscriberUrls: { guard: AddressGuard; allowInsecure: boolean };
  /**
   * Enqueues deliveries that are due. Called after the commit; never throws and is never waited for,
   * because the database knows what is due and the poll finds it. When a store has many, the store is enqueued
   * instead of each.
   */
  enqueueDeliveries(deliveryIds: readonly string[], tenantId: string): void;
  /** The same for all that is due in a store. */
  enqueueTenant(tenantId: string): void;
  /** The same for one whose job is delayed until a later retry. */
  promoteDelivery(deliveryId: string): void;
  /** The same for messages of the outbox. */
  enqueueMails(mails: readonly RowRef[]): void;
  /** The same for questions to VIES. */
  enqueueVatChecks(checks: readonly RowRef[]): void;
}

/** A row of a store, as a job names it. */
export interface RowRef {
  tenantId: string;
  id: string;
}

export interface PlatformOptions {
  /** The first signs; the others only verify, which is not done here. */
  adminJwtSecrets: readonly string[];
  adminJwtIssuer?: string | undefined;
  adminJwtAudience?: string | undefined;
  /** Base64 of 32 bytes each; the first seals, all open. */
  secretsKeys: readonly string[];
  paymentWebhookSecret: string;
  /** Absent: the fake one, which sends nothing by itself. */
  stripe?: StripeOptions | undefined;
  fakePayments?: Pick<FakeOptions, 'callbackUrl' | 'script'> | undefined;
  /** 30 when absent. */
  cartLifetimeDays?: number | undefined;
  allowInsecureSubscribers: boolean;
  allowedPrivateCidrs: readonly string[];
  /** Another resolver of subscribers' names than the system's. */
  lookUpSubscriber?: AddressGuardOptions['lookup'];
  /** An ioredis client, in which all processes count attempts together; in memory without it. */
  throttleRedis?: unknown;
}

/** What leads out of the domain. A process without one of the optional parts leaves its work to others. */
type Surroundings = Pick<Platform, 'enqueueDeliveries' | 'promoteDelivery'> &
  Partial<Pick<Platform, 'enqueueTenant' | 'enqueueMails' | 'enqueueVatChecks' | 'modules'>>;

export function createPlatform(options: PlatformOptions, surroundings: Surroundings): Platform {
  return {
    passwords: createPasswords(),
    throttle: createThrottle(options.throttleRedis),
    accessTokens: createAccessTokens({
      secret: options.adminJwtSecrets[0] ?? '',
      issuer: options.adminJwtIssuer,
      audience: options.adminJwtAudience,
    }),
    sealer: createSealer(options.secretsKeys),
    paymentProvider: choosePaymentProvider(options),
    paymentWebhookSecret: options.paymentWebhookSecret,
    cartLifetimeDays: options.cartLifetimeDays ?? 30,
    subscriberUrls: {
      guard: createAddressGuard({
        allowedPrivateCidrs: options.allowedPrivateCidrs,
        ...(options.lookUpSubscriber ? { lookup: options.lookUpSubscriber } : {}),
      }),
      allowInsecure: options.allowInsecureSubscribers,
    },
    // A process without these queues leaves the rows to the worker's poll.
    enqueueTenant: () => {},
    enqueueMails: () => {},
    enqueueVatChecks: () => {},
    modules: NO_MODULES,
    ...surroundings,
  };
}

function choosePaymentProvider({
  stripe,
  fakePayments,
  paymentWebhookSecret,
}: PlatformOptions): PaymentProvider {
  if (stripe) return createStripeProvider(stripe);
  return createFakeProvider(fakePayments && { ...fakePayments, secret: paymentWebhookSecret });
}
