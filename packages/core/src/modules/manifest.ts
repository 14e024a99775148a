import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CORE_VERSION } from '@service/contract';
import { parseBoundedJson } from '@service/jobs/primitives';
import type { ModuleManifest } from '@service/module-sdk';
import semver from 'semver';

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Why a module isn't loaded, and what to do about it; sentences for an operator. */
export class ModuleRefused extends Error {
  override readonly name = 'ModuleRefused';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

const CORRECT_MANIFEST = 'Correct its module.json: docs/modules.md has one.';

/** Reads `module.json`, which comes before any code of the module; throws ModuleRefused. */
export async function readManifest(folder: string): Promise<ModuleManifest> {
  return parseManifest(await readManifestText(folder));
}

/** Throws ModuleRefused unless the module's range includes the running core. */
export function assertCompatible(
  { name, version, compatibleCore }: ModuleManifest,
  coreVersion: string = CORE_VERSION,
): void {
  if (semver.satisfies(coreVersion, compatibleCore)) return;
  throw new ModuleRefused(
    `${name} ${version} declares compatibleCore ${compatibleCore}, which does not include core ${coreVersion}.`,
    'Install a version of it that fits.',
  );
}

async function readManifestText(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'module.json'), 'utf8');
  } catch {
    throw new ModuleRefused('module.json is missing or can not be read.', CORRECT_MANIFEST);
  }
}

function parseManifest(text: string): ModuleManifest {
  const { name, version, compatibleCore } = parseObject(text);
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new ModuleRefused(
      'module.json needs a `name` of lower-case letters, digits and hyphens.',
      CORRECT_MANIFEST,
    );
  }
  if (typeof version !== 'string' || !semver.valid(version)) {
    throw new ModuleRefused(
      `${name}: \`version\` in module.json must be a semantic version.`,
      CORRECT_MANIFEST,
    );
  }
  if (typeof compatibleCore !== 'string' || !compatibleCore.trim() || !semver.validRange(compatibleCore)) {
    throw new ModuleRefused(
      `${name} ${version}: \`compatibleCore\` in module.json must be a semver range.`,
      CORRECT_MANIFEST,
    );
  }
  return { name, version, compatibleCore };
}

const BOUNDS = { maxDepth: 12, maxValues: 1000 };

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseBoundedJson(text, BOUNDS);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below, together with JSON that isn't an object.
  }
  throw new ModuleRefused('module.json is not a JSON object.', CORRECT_MANIFEST);
}
