import { inTransaction, type Log } from '../context.ts';
import { recordMail } from '../mail/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { type LoadedModule, loadModules, type ModuleSources } from './load-modules.ts';
import { createModuleBus, type ModuleBus } from './module-bus.ts';

/** Loads the modules of this process and gives them the functions that modules may call. */
export async function connectModules(
  sources: ModuleSources,
  { log, handlerTimeoutMs }: { log: Log; handlerTimeoutMs: number },
): Promise<{ bus: ModuleBus; modules: LoadedModule[] }> {
  const modules = await loadModules(sources);
  const bus = createModuleBus({
    modules,
    log,
    deadlineMs: handlerTimeoutMs,
    services: (ctx, { name }) => ({
      notifyAdmins: ({ title, detail }) => notifyAdmins(ctx, { kind: `module.${name}`, title, detail }),
      sendMail: ({ to, subject, text }) =>
        inTransaction(ctx, (tx) => recordMail(tx, { kind: 'module', to, data: { subject, text } })),
    }),
  });
  return { bus, modules };
}
