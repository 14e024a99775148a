import type { SystemContext } from '../context.ts';
import { notifyEveryStore } from '../notifications/index.ts';
import type { PresentedModule } from './module-bus.ts';

/** Creates a notice in every store for each disabled module; the same reason at the next start creates no second one. */
export async function reportDisabledModules(
  system: SystemContext,
  modules: readonly Pick<PresentedModule, 'name' | 'version' | 'state' | 'reason'>[],
): Promise<void> {
  for (const { name, version, reason } of modules.filter(({ state }) => state === 'disabled')) {
    system.log.warn({ module: name, version, reason }, 'module disabled');
    await notifyEveryStore(system, {
      kind: 'module.disabled',
      title: `The module ${name} is disabled`,
      detail: reason ?? '',
      reference: `module.disabled:${name}:${version}:${reason}`,
    });
  }
}
