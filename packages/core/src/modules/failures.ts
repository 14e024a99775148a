import type { ModuleBus } from './module-bus.ts';

/** The metric of every process that runs modules; docs/operating.md lists it. */
export const FAILURES_METRIC = {
  name: 'commerce_module_failures_total',
  help: 'Handlers of modules that failed since the process started',
  label: 'module',
};

export function failuresByModule(bus: ModuleBus): Record<string, number> {
  return Object.fromEntries(bus.list().map(({ name, failures }) => [name, failures]));
}
