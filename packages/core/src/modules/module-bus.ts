import { randomUUID } from 'node:crypto';
import { createKeyedSemaphore } from '@service/jobs/primitives';
import type {
  Carrier,
  ModuleContext,
  ModuleEventName,
  ModuleEvents,
  PaymentProvider,
  ProviderAccount,
  TaxProvider,
} from '@service/module-sdk';
import type { Context, Log, Transaction } from '../context.ts';
import type { LoadedModule } from './load-modules.ts';

/** Handlers of one module that run at the same time; an import announces thousands of changes at once. */
const AT_ONCE = 8;
/**
 * The most events that wait for one module. Events beyond the limit count as failed, so that a module that hangs can't exhaust
 * the memory.
 */
const MAX_WAITING = 10_000;

export interface PresentedModule {
  name: string;
  version: string | null;
  state: 'enabled' | 'disabled';
  reason: string | null;
  /** Handlers that threw or passed their deadline since the process started. */
  failures: number;
  /** Names that a payment account may have as its provider. */
  paymentProviders: string[];
  /** Names that a shipping option may have as its carrier. */
  carriers: string[];
  /** Names that a store may have as its tax provider. */
  taxProviders: string[];
}

/** Events are handled in this process, after the commit, as far as possible; use `recordEvent` for what must not get lost. */
export interface ModuleBus {
  announce<Name extends ModuleEventName>(
    ctx: Context,
    name: Name,
    event: Omit<ModuleEvents[Name], 'eventId'>,
  ): void;
  /** Every module that was found, including refused ones. */
  list(): PresentedModule[];
  /** The payment provider that a module offers under this name. */
  openPaymentProvider(account: ProviderAccount): PaymentProvider | undefined;
  /** The carrier that a module offers to a store under this name. */
  openCarrier(name: string, tenantId: string): Carrier | undefined;
  /** The same for a tax provider. */
  openTaxProvider(name: string, tenantId: string): TaxProvider | undefined;
  /** Resolves when no handler is running. */
  settled(): Promise<void>;
}

/** For a process that loads no modules. */
export const NO_MODULES: ModuleBus = {
  announce: () => {},
  list: () => [],
  openPaymentProvider: () => undefined,
  openCarrier: () => undefined,
  openTaxProvider: () => undefined,
  settled: async () => {},
};

export interface ModuleBusOptions {
  modules: readonly LoadedModule[];
  log: Log;
  /** The deadline of a handler. */
  deadlineMs: number;
  services(ctx: Context, module: LoadedModule): Pick<ModuleContext<unknown>, 'notifyAdmins' | 'sendMail'>;
}

export function createModuleBus({ modules, log, deadlineMs, services }: ModuleBusOptions): ModuleBus {
  const listeners = modules.map((module) => ({ module, failures: 0 }));
  /** The limits and counts of each module, by its name. */
  const handlers = createKeyedSemaphore({ perKey: AT_ONCE, maxWaiting: MAX_WAITING });
  const underWay = new Set<Promise<void>>();

  /** Never rejects. The deadline starts when the handler does. */
  async function notify(
    ctx: Context,
    listener: (typeof listeners)[number],
    name: ModuleEventName,
    event: object,
  ): Promise<void> {
    const { module } = listener;
    const handler = module.definition?.on[name] as ((event: object, context: object) => unknown) | undefined;
    if (!handler) return;
    try {
      const release = await handlers.acquire(module.name);
      if (!release) throw new Error(`${MAX_WAITING} events wait for this module`);
      try {
        const deadline = AbortSignal.timeout(deadlineMs);
        const context = {
          tenantId: ctx.tenantId,
          config: module.config,
          signal: deadline,
          log: moduleLog(log, module),
          ...services(ctx, module),
        };
        await Promise.race([handler(event, context), rejectAt(deadline)]);
      } finally {
        release();
      }
    } catch (err) {
      listener.failures += 1;
      log.error({ err, module: module.name, event: name }, 'a module handler failed');
    }
  }

  return {
    list: () =>
      listeners.map(({ module: { name, version, state, reason, definition }, failures }) => ({
        name,
        version,
        state,
        reason,
        failures,
        paymentProviders: Object.keys(definition?.paymentProviders ?? {}),
        carriers: Object.keys(definition?.carriers ?? {}),
        taxProviders: Object.keys(definition?.taxProviders ?? {}),
      })),
    openPaymentProvider(account) {
      const offers = ({ definition }: LoadedModule) =>
        Object.hasOwn(definition?.paymentProviders ?? {}, account.provider);
      const module = modules.find(offers);
      const open = module?.definition?.paymentProviders?.[account.provider];
      return module && open?.(account, { config: module.config, log: moduleLog(log, module) });
    },
    openCarrier(name, tenantId) {
      const module = modules.find(({ definition }) => Object.hasOwn(definition?.carriers ?? {}, name));
      const open = module?.definition?.carriers?.[name];
      return module && open?.({ tenantId }, { config: module.config, log: moduleLog(log, module) });
    },
    openTaxProvider(name, tenantId) {
      const module = modules.find(({ definition }) => Object.hasOwn(definition?.taxProviders ?? {}, name));
      const open = module?.definition?.taxProviders?.[name];
      return module && open?.({ tenantId }, { config: module.config, log: moduleLog(log, module) });
    },
    announce(ctx, name, data) {
      const event = Object.freeze({ ...data, eventId: randomUUID() });
      // A handler is called after the commit of the change that it is notified of.
      const { outside = ctx } = ctx as Partial<Transaction>;
      ctx.db.afterCommit(() => {
        // Handlers start in a later turn of the event loop, so that one that computes for long doesn't delay the response.
        setImmediate(() => {
          for (const listener of listeners) track(notify(outside, listener, name, event));
        });
      });
    },
    settled: async () => {
      await new Promise(setImmediate);
      await Promise.all(underWay);
    },
  };

  function track(running: Promise<void>): void {
    underWay.add(running);
    void running.finally(() => underWay.delete(running));
  }
}

function rejectAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The handler passed its deadline')), {
      once: true,
    });
  });
}

function moduleLog(log: Log, { name }: LoadedModule): ModuleContext<unknown>['log'] {
  return {
    info: (message, details = {}) => log.info({ ...details, module: name }, message),
    warn: (message, details = {}) => log.warn({ ...details, module: name }, message),
  };
}
