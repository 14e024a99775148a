import { type Config, moduleSources } from '@service/config';
import { modules } from '@service/core';
import { type Check, ok, warn } from './check.ts';

/** Whether each module may run with this core, by its manifest and its configuration. */
export async function checkModules(config: Config): Promise<Check[]> {
  const loaded = await modules.loadModules(moduleSources(config));
  if (loaded.length === 0) return [ok('modules', 'none')];
  return loaded.map(({ name, version, reason, remedy }) =>
    reason
      ? warn(`module ${name}`, `is disabled: ${reason}`, remedy ?? undefined)
      : ok(`module ${name}`, `${version} fits`),
  );
}
