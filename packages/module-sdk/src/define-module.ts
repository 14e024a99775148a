import type { Carrier } from './carrier.ts';
import type { ModuleEventName, ModuleEvents } from './events.ts';
import type { PaymentProvider, ProviderAccount } from './payment-provider.ts';
import type { TaxProvider } from './tax-provider.ts';

/** The context of a handler, beside its event. */
export interface ModuleContext<Config> {
  /** The store in which it happened. */
  tenantId: string;
  /** The module's configuration, valid against its `configSchema`. */
  config: Config;
  /** Aborted when the deadline of the handler has passed; give it to `fetch` and the like. */
  signal: AbortSignal;
  log: {
    info(message: string, details?: object): void;
    warn(message: string, details?: object): void;
  };
  /** Leaves a notice for the operators of the store; they see it in the admin page. */
  notifyAdmins(notice: { title: string; detail: string }): Promise<void>;
  /** Sends a message in the store's name. It is kept until the mail server has taken it. */
  sendMail(message: { to: string; subject: string; text: string }): Promise<void>;
}

export type ModuleHandlers<Config> = {
  [Name in ModuleEventName]?: (
    event: ModuleEvents[Name],
    context: ModuleContext<Config>,
  ) => Promise<void> | void;
};

export interface ModuleDefinition<Config = unknown> {
  /** JSON Schema (2020-12) of the configuration; a module whose configuration isn't valid is refused. */
  configSchema?: object;
  /**
   * Called after the commit, apart from the request and from other modules, with a deadline. A handler that throws
   * or hangs is logged and counted; it never fails a request and isn't called again for that event.
   */
  on: ModuleHandlers<Config>;
  /**
   * Providers that accounts of stores may choose, by name: lower-case letters, digits and hyphens. Called for each account
   * that is used, and again when its keys change; the provider is kept, so it holds nothing that has to be closed.
   */
  paymentProviders?: Readonly<
    Record<
      string,
      (account: ProviderAccount, context: Pick<ModuleContext<Config>, 'config' | 'log'>) => PaymentProvider
    >
  >;
  /**
   * Carriers that shipping options of stores may choose, by name as above. Called for each question, so it holds nothing that has
   * to be closed.
   */
  carriers?: Readonly<
    Record<
      string,
      (store: { tenantId: string }, context: Pick<ModuleContext<Config>, 'config' | 'log'>) => Carrier
    >
  >;
  /** Tax providers that stores may choose, by name and called as carriers are. */
  taxProviders?: Readonly<
    Record<
      string,
      (store: { tenantId: string }, context: Pick<ModuleContext<Config>, 'config' | 'log'>) => TaxProvider
    >
  >;
}

/** The content of `module.json`; it is read before any code of the module. */
export interface ModuleManifest {
  /** Unique in a deployment: lower-case letters, digits and hyphens. */
  name: string;
  /** Semantic version of the module. */
  version: string;
  /** Semver range of core versions; outside of it the module is refused. Example: `^1.0.0`. */
  compatibleCore: string;
}

/** The default export of a module. Adds nothing; it gives the handlers their types. */
export function defineModule<Config = unknown>(
  definition: ModuleDefinition<Config>,
): ModuleDefinition<Config> {
  return definition;
}
