import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

export type App = 'api' | 'worker' | 'cli';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export type Programs = Readonly<Record<App, string>>;

let bundled: Promise<Programs> | undefined;

/**
 * Returns the path of an app's program: its real source in one file, made once in a test run. Loading hundreds of
 * TypeScript files takes a process more than twice the time, and tests start about a hundred.
 */
export async function programOf(app: App): Promise<string> {
  const { TEST_RUN_DIR } = process.env;
  bundled ??= TEST_RUN_DIR ? buildOnce(join(TEST_RUN_DIR, 'programs')) : buildRelease();
  return (await bundled)[app];
}

/** The processes of a test run share what the first of them builds. */
async function buildOnce(dir: string): Promise<Programs> {
  const programs = programsIn(dir);
  if (existsSync(dir)) return programs;
  const built = `${dir}.${process.pid}`;
  await bundle({}, programs, built);
  await rename(built, dir).catch((error) => {
    // Another process was faster; what it built is the same.
    if (!existsSync(dir)) throw error;
  });
  return programs;
}

/** The differences of another release: a version, migrations. */
export interface Release {
  version?: string;
  /** A folder as `prisma` in the repository. */
  prismaDir?: string;
}

/** Builds the programs as they are, or as those of another release. */
export async function buildRelease(release: Release = {}): Promise<Programs> {
  const outdir = mkdtempSync(join(tmpdir(), 'commerce-apps-'));
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  const programs = programsIn(outdir);
  await bundle(release, programs, outdir);
  return programs;
}

const programsIn = (dir: string): Programs => ({
  api: join(dir, 'api.mjs'),
  worker: join(dir, 'worker.mjs'),
  cli: join(dir, 'cli.mjs'),
});

/** `programs` is where they will be, when they run. */
async function bundle(release: Release, programs: Programs, outdir: string): Promise<void> {
  const options: BuildOptions = {
    absWorkingDir: ROOT,
    outdir,
    entryPoints: {
      api: 'apps/api/src/main.ts',
      worker: 'apps/worker/src/main.ts',
      cli: 'apps/cli/src/main.ts',
      // Programs of a thread and of a process, which Node loads from files of their own.
      renderer: 'packages/core/src/documents/render-pdf.ts',
      decoder: 'packages/core/src/pictures/decode-picture.ts',
    },
    bundle: true,
    // Else a program would load at its start whatever it may load later.
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    // Older packages load the modules of Node at any time.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    keepNames: false,
    plugins: [OTHERS_PACKAGES, ownPlaces(release, programs)],
    logLevel: 'warning',
  };
  await build(options);
}

/** They read files of their own, start threads, or are looked for by an operator's tracing. */
const LOADED_APART =
  /^(@node-rs\/argon2|@opentelemetry\/api|@prisma\/(client|schema-engine-wasm)|dejavu-fonts-ttf|jsonc-parser|pdfkit|pino|pino-pretty|piscina|prisma|sharp)(\/|$)/;

/**
 * Most packages of others are bundled into the programs: half of a start was spent on finding a thousand files and reading them.
 * Those of `LOADED_APART`, and packages that are loaded later if at all, are loaded from where they are installed, each in the
 * version of the package that imports it.
 */
const OTHERS_PACKAGES: Plugin = {
  name: 'others-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, importer, kind, resolveDir }) => {
      if (pluginData === 'resolving' || path.startsWith('node:') || path.startsWith('@service/')) return;
      if (kind !== 'dynamic-import' && !LOADED_APART.test(path)) return;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: 'resolving' });
      return found.errors.length > 0 || found.external ? found : { path: found.path, external: true };
    });
  },
};

/** A file that reads what lies beside it finds it beside its source; the command finds the programs of its release. */
function ownPlaces({ version, prismaDir }: Release, programs: Programs): Plugin {
  const beside = (name: string) => JSON.stringify(join(dirname(programs.api), name));
  const changes: [file: string, change: (source: string) => string][] = [
    ['apps/cli/src/upgrade/programs.ts', () => `export const PROGRAMS = ${JSON.stringify(programs)};`],
    ['documents/printer.ts', (source) => source.replace(/(?<=RENDERER = ).*/, `${beside('renderer.mjs')};`)],
    ['pictures/resizer.ts', (source) => source.replace(/(?<=PROGRAM = ).*/, `${beside('decoder.mjs')};`)],
    ['contract/src/version.ts', (source) => (version ? source.replace(/'[\d.]+'/, `'${version}'`) : source)],
    [
      'db/src/migrations.ts',
      (source) =>
        prismaDir ? source.replace(/fileURLToPath\(.*prisma.*\)/, JSON.stringify(prismaDir)) : source,
    ],
  ];
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const change = changes.find(([file]) => path.endsWith(file))?.[1];
        const source = await readFile(path, 'utf8');
        const url = JSON.stringify(pathToFileURL(path).href);
        return {
          contents: (change?.(source) ?? source).replaceAll('import.meta.url', url),
          loader: 'ts',
        };
      });
    },
  };
}
