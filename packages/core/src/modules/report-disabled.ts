import type { SystemContext } from '../context.ts';
import type { LoadedModule } from './load-modules.ts';

/** Leaves a notice in every store for each disabled module; the same finding at the next start leaves no second one. */
export async function reportDisabledModules(
  system: SystemContext,
  modules: readonly LoadedModule[],
): Promise<void> {
  for (const { name, version, reason } of modules.filter(({ state }) => state === 'disabled')) {
    system.log.warn({ module: name, version, reason }, 'module disabled');
    const reference = `module.disabled:${name}:${version}:${reason}`;
    await system.db.$executeRaw`
      INSERT INTO admin_notifications (tenant_id, kind, title, detail, reference, created_at)
      SELECT id, 'module.disabled', ${`The module ${name} is disabled`}, ${reason}, ${reference}, ${system.now()}
      FROM tenants
      ON CONFLICT (tenant_id, reference) DO NOTHING`;
  }
}
