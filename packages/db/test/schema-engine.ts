import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as EngineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { DEADLINES } from '../src/deadlines.ts';

const require = createRequire(import.meta.url);

const PRISMA_DIR = fileURLToPath(new URL('../../../prisma', import.meta.url));

type WasmExports = Record<string, unknown>;
type EngineExports = typeof EngineModule & { __wbg_set_wasm(exports: WasmExports): void };

/** The part of the global that is used here; Node has it, TypeScript knows it only with the browser's types. */
declare const WebAssembly: {
  instantiate(
    binary: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: WasmExports } }>;
};

let loaded: Promise<EngineExports> | undefined;

async function instantiate(): Promise<EngineExports> {
  const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as EngineExports;
  const entry = require.resolve('@prisma/schema-engine-wasm');
  const binary = readFileSync(join(entry, '..', 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, {
    './schema_engine_bg.js': withIdleTimers(bindings),
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return bindings;
}

/** The engine never clears the ten seconds that it allows a lock to take: they must not keep a finished process alive. */
function withIdleTimers(bindings: object): WasmExports {
  const entries = Object.entries(bindings).map(([name, binding]) => {
    const isTimer = name.startsWith('__wbg_setTimeout_');
    return [name, isTimer ? (run: () => void, ms: number) => setTimeout(run, ms).unref() : binding];
  });
  return Object.fromEntries(entries) as WasmExports;
}

/** Every `.prisma` file, as the schema engine takes them. */
function schemaFiles(): EngineModule.SchemasContainer {
  const dir = join(PRISMA_DIR, 'schema');
  const names = readdirSync(dir).filter((name) => name.endsWith('.prisma'));
  return {
    files: names.map((name) => ({ path: join(dir, name), content: readFileSync(join(dir, name), 'utf8') })),
  };
}

/**
 * Prisma's schema engine as WebAssembly from npm: the CLI's native engine is a download that a closed network refuses.
 */
async function openSchemaEngine(databaseUrl: string): Promise<EngineModule.SchemaEngine> {
  loaded ??= instantiate();
  const { SchemaEngine } = await loaded;
  const { connectMs, lockMs } = DEADLINES.long;
  const pool = {
    connectionString: databaseUrl,
    allowExitOnIdle: true,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
  };
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
  return SchemaEngine.new(
    { datamodels: schemaFiles().files.map(({ path, content }) => [path, content]) },
    () => {},
    adapter,
  );
}

/** SQL that makes the Prisma schema in an empty database. */
export async function schemaScript(databaseUrl: string): Promise<string> {
  const engine = await openSchemaEngine(databaseUrl);
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', ...schemaFiles() },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? '';
}
