export { connectModules } from './connect-modules.ts';
export { FAILURES_METRIC, failuresByModule } from './failures.ts';
export { listModules } from './list-modules.ts';
export { type LoadedModule, loadModules, type ModuleSources } from './load-modules.ts';
export {
  createModuleBus,
  type ModuleBus,
  type ModuleBusOptions,
  type PresentedModule,
} from './module-bus.ts';
export { reportDisabledModules } from './report-disabled.ts';
