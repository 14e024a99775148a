import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommandError } from './exit-codes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SHOP = join(ROOT, 'apps', 'storefront');
/** No registry has them yet, so a copy of the shop gets them as files. */
const OWN_PACKAGES = ['client-js', 'theme-sdk'];

export interface StorefrontSettings {
  apiUrl: string;
  publishableKey: string;
}

/** Copies the shop into a separate project, which doesn't need this checkout. Existing files are never overwritten. */
export async function writeStorefront(
  folder: string,
  name: string,
  { apiUrl, publishableKey }: StorefrontSettings,
): Promise<void> {
  if (!existsSync(join(SHOP, 'src')))
    throw new CommandError('The source of the shop isn’t here: run this in a checkout of the service.');
  const unbuilt = OWN_PACKAGES.find((each) => !existsSync(join(ROOT, 'packages', each, 'dist', 'esm')));
  if (unbuilt) throw new CommandError(`packages/${unbuilt} isn’t built yet: npm run build`);
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandError(`${folder} is there already.`) : error;
  });
  for (const each of ['src', 'public']) await cp(join(SHOP, each), join(folder, each), { recursive: true });
  await cp(join(SHOP, 'template'), folder, { recursive: true });
  const { compilerOptions } = await readJson(join(ROOT, 'tsconfig.base.json'));
  const files = {
    'package.json': json(await manifestOf(name, await packInto(join(folder, 'packages')))),
    'tsconfig.json': json({
      compilerOptions: { ...compilerOptions, rootDir: 'src', outDir: 'dist' },
      include: ['src'],
    }),
    '.gitignore': 'node_modules/\ndist/\n.env\n',
    '.env': `API_URL=${apiUrl}\nPUBLISHABLE_KEY=${publishableKey}\nSERVER_KEY=\nPORT=3200\n`,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
}

/** Packs the packages as for publishing, and returns the path of each, for a package.json in the parent folder. */
async function packInto(folder: string): Promise<Record<string, string>> {
  const filters = OWN_PACKAGES.flatMap((each) => ['--filter', `@service/${each}`]);
  const pack = ['pnpm', '--recursive', ...filters, 'pack', '--pack-destination', folder];
  await promisify(execFile)(process.execPath, [join(ROOT, 'packages/dev/bin/pinned.mjs'), ...pack]);
  const tarballs = await readdir(folder);
  return Object.fromEntries(
    OWN_PACKAGES.map((each) => [
      `@service/${each}`,
      `file:packages/${tarballs.find((file) => file.startsWith(`service-${each}-`))}`,
    ]),
  );
}

/** The shop's own package.json with the versions that are installed here. */
async function manifestOf(name: string, own: Record<string, string>): Promise<object> {
  const { dependencies } = await readJson(join(SHOP, 'package.json'));
  const installed = async (packages: string[]) =>
    Object.fromEntries(
      await Promise.all(
        packages.map(async (each) => {
          const { version } = await readJson(join(SHOP, 'node_modules', each, 'package.json'));
          return [each, own[each] ?? version];
        }),
      ),
    );
  return {
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: { build: 'tsc', start: 'node --env-file=.env dist/main.js' },
    dependencies: await installed(Object.keys(dependencies)),
    devDependencies: await installed(['@types/compression', '@types/express', '@types/node', 'typescript']),
  };
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
