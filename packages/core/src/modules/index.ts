export {
  createModuleBus,
  type ModuleBus,
  type ModuleBusOptions,
  type PresentedModule,
} from './announce.ts';
export { FAILURES_METRIC, failuresByModule } from './failures.ts';
export { listModules } from './list-modules.ts';
export type { LoadedModule, ModuleSources } from './load-modules.ts';
export { openModules } from './open-modules.ts';
export { reportDisabledModules } from './report-disabled.ts';
