import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULE_EVENT_NAMES, type ModuleDefinition } from '@service/module-sdk';
import { OWN_PAYMENT_PROVIDERS } from '../own-payment-providers.ts';
import { assertCompatible, ModuleRefused, readManifest } from './manifest.ts';

export interface LoadedModule {
  name: string;
  version: string | null;
  state: 'enabled' | 'disabled';
  /** Why it is disabled, and what to do about it; null while it is enabled. */
  reason: string | null;
  remedy: string | null;
  definition: ModuleDefinition | null;
  config: unknown;
}

export interface ModuleSources {
  /** A folder whose sub-folders are modules. */
  modulesDir?: string | undefined;
  /** Names of installed packages that are modules. */
  packages?: readonly string[];
  /** Configuration by module name. */
  configs?: Readonly<Record<string, unknown>>;
  coreVersion?: string;
}

const RENAME = 'Rename one of them, or remove it.';

/**
 * Finds and loads every module. A module that is refused or broken is disabled with its reason, without effect on the others; a
 * folder of modules that can't be read counts as one.
 */
export async function loadModules(sources: ModuleSources): Promise<LoadedModule[]> {
  const loaded: LoadedModule[] = [];
  const found = await foldersIn(sources.modulesDir).catch((error) => {
    loaded.push(disabled(basename(String(sources.modulesDir)), null, error));
    return [];
  });
  for (const folder of [...found, ...(sources.packages ?? []).map(packageFolder)])
    loaded.push(await loadModule(folder, sources, loaded));
  return loaded;
}

async function loadModule(
  folder: string,
  { configs = {}, coreVersion }: ModuleSources,
  earlier: readonly LoadedModule[],
): Promise<LoadedModule> {
  let name = basename(folder);
  let version: string | null = null;
  try {
    const manifest = await readManifest(folder);
    ({ name, version } = manifest);
    assertCompatible(manifest, coreVersion);
    if (earlier.some((other) => other.name === name && other.state === 'enabled')) {
      throw new ModuleRefused(`Another module is called ${name}.`, RENAME);
    }
    const definition = await importDefinition(folder);
    assertProviders(definition, earlier);
    assertCarriers(definition, earlier);
    assertTaxProviders(definition, earlier);
    const config = await validConfig(definition, configs[name]);
    return { name, version, state: 'enabled', reason: null, remedy: null, definition, config };
  } catch (error) {
    return disabled(name, version, error instanceof ModuleRefused ? error : unloadable(error, folder));
  }
}

function disabled(name: string, version: string | null, { message, remedy }: ModuleRefused): LoadedModule {
  return { name, version, state: 'disabled', reason: message, remedy, definition: null, config: undefined };
}

function unloadable(error: unknown, folder: string): ModuleRefused {
  return new ModuleRefused(
    `It could not be loaded: ${(error as Error).message}`,
    error instanceof SyntaxError
      ? `Correct its code: \`node --check\` on a file of ${folder} shows the line.`
      : `Correct its code in ${folder}.`,
  );
}

async function importDefinition(folder: string): Promise<ModuleDefinition> {
  const entry = createRequire(join(folder, 'module.json')).resolve(folder);
  const { default: definition } = (await import(pathToFileURL(entry).href)) as { default?: ModuleDefinition };
  if (typeof definition?.on !== 'object')
    throw new ModuleRefused(
      'Its default export is not made by defineModule().',
      'Export an object with `on` by default: docs/modules.md has one.',
    );
  const unknown = Object.keys(definition.on).find(
    (event) => !(MODULE_EVENT_NAMES as readonly string[]).includes(event),
  );
  if (unknown)
    throw new ModuleRefused(
      `It listens to ${unknown}, which is no module event.`,
      `Module events are ${MODULE_EVENT_NAMES.join(' and ')}.`,
    );
  return definition;
}

const OFFERED_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function assertProviders(
  { paymentProviders = {} }: ModuleDefinition,
  earlier: readonly LoadedModule[],
): void {
  const taken = earlier.flatMap(({ definition }) => Object.keys(definition?.paymentProviders ?? {}));
  assertOffers('payment provider', paymentProviders, [...OWN_PAYMENT_PROVIDERS, ...taken]);
}

function assertCarriers({ carriers = {} }: ModuleDefinition, earlier: readonly LoadedModule[]): void {
  const taken = earlier.flatMap(({ definition }) => Object.keys(definition?.carriers ?? {}));
  assertOffers('carrier', carriers, taken);
}

function assertTaxProviders({ taxProviders = {} }: ModuleDefinition, earlier: readonly LoadedModule[]): void {
  const taken = earlier.flatMap(({ definition }) => Object.keys(definition?.taxProviders ?? {}));
  assertOffers('tax provider', taxProviders, taken);
}

function assertOffers(
  what: string,
  offered: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): void {
  for (const [name, open] of Object.entries(offered)) {
    if (!OFFERED_NAME.test(name) || name.length > 64 || typeof open !== 'function')
      throw new ModuleRefused(
        `Its ${what} ${name} has no such name, or is no function.`,
        'A name has lower-case letters, digits and hyphens, 64 at most, and its value is a function.',
      );
    if (taken.includes(name)) throw new ModuleRefused(`Another ${what} is called ${name}.`, RENAME);
  }
}

async function validConfig({ configSchema }: ModuleDefinition, given: unknown): Promise<unknown> {
  if (!configSchema) return given;
  const [{ Ajv2020 }, { default: addFormats }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  const config = structuredClone(given ?? {});
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(configSchema);
  if (validate(config)) return config;
  throw new ModuleRefused(
    `Its configuration is not valid: ${ajv.errorsText(validate.errors, { dataVar: 'config' })}.`,
    'Correct its part of the file that MODULES_CONFIG names.',
  );
}

async function foldersIn(modulesDir: string | undefined): Promise<string[]> {
  if (!modulesDir) return [];
  const entries = await readdir(resolve(modulesDir), { withFileTypes: true }).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new ModuleRefused(
        `MODULES_DIR names ${resolve(modulesDir)}, which can’t be read (${code}).`,
        'Correct MODULES_DIR, or make the folder.',
      );
    },
  );
  const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  return folders.map(({ name }) => join(resolve(modulesDir), name)).sort();
}

function packageFolder(name: string): string {
  const require = createRequire(join(process.cwd(), 'package.json'));
  try {
    return dirname(require.resolve(`${name}/module.json`));
  } catch {
    return join(process.cwd(), 'node_modules', name);
  }
}
