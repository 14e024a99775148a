export {
  defineModule,
  type ModuleContext,
  type ModuleDefinition,
  type ModuleHandlers,
  type ModuleManifest,
} from './define-module.ts';
export { MODULE_EVENT_NAMES, type ModuleEventName, type ModuleEvents } from './events.ts';
