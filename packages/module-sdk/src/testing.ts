import type { ModuleDefinition } from './define-module.ts';
import type { ModuleEventName, ModuleEvents } from './events.ts';

export { type CarrierScene, carrierConformance } from './carrier-conformance.ts';
export type { ConformanceTest } from './conformance-test.ts';
export { type ProviderScene, paymentConformance } from './payment-conformance.ts';
export { type TaxScene, taxConformance } from './tax-conformance.ts';

export interface ModuleHarness {
  /** Calls the module's handler as the service does, and waits for it. Rejects with what the handler throws. */
  emit<Name extends ModuleEventName>(name: Name, event: ModuleEvents[Name]): Promise<void>;
  /** The effects of the module, in order. */
  notices: { title: string; detail: string }[];
  mails: { to: string; subject: string; text: string }[];
  logged: { level: 'info' | 'warn'; message: string; details?: object }[];
}

interface HarnessOptions<Config> {
  /** Over the defaults of the module's `configSchema`, which the service fills in too. It isn't validated. */
  config?: Partial<Config> | undefined;
  tenantId?: string;
}

/** Runs a module without a service, for its own tests. */
export function createModuleHarness<Config>(
  module: ModuleDefinition<Config>,
  { config, tenantId = '00000000-0000-4000-8000-000000000000' }: HarnessOptions<Config> = {},
): ModuleHarness {
  const notices: ModuleHarness['notices'] = [];
  const mails: ModuleHarness['mails'] = [];
  const logged: ModuleHarness['logged'] = [];
  const keep = (level: 'info' | 'warn') => (message: string, details?: object) => {
    logged.push({ level, message, ...(details ? { details } : {}) });
  };

  return {
    notices,
    mails,
    logged,
    async emit(name, event) {
      await module.on[name]?.(event, {
        tenantId,
        config: { ...defaultsOf(module), ...config } as Config,
        signal: new AbortController().signal,
        log: { info: keep('info'), warn: keep('warn') },
        notifyAdmins: async (notice) => {
          notices.push(notice);
        },
        sendMail: async (message) => {
          mails.push(message);
        },
      });
    },
  };
}

function defaultsOf({
  configSchema = {},
}: {
  configSchema?: { properties?: Record<string, { default?: unknown }> };
}) {
  const withDefault = Object.entries(configSchema.properties ?? {}).filter(([, each]) => 'default' in each);
  return Object.fromEntries(withDefault.map(([name, each]) => [name, each.default]));
}
