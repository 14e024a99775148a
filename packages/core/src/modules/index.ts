export {
  createModuleBus,
  type ModuleBus,
  type ModuleBusOptions,
  NO_MODULES,
  type PresentedModule,
} from './announce.ts';
export { FAILURES_METRIC, failuresByModule } from './failures.ts';
export { listModules } from './list-modules.ts';
export { type LoadedModule, loadModules, type ModuleSources } from './load-modules.ts';
export { ModuleRefused, readManifest } from './manifest.ts';
export { openModules } from './open-modules.ts';
export { reportDisabledModules } from './report-disabled.ts';
