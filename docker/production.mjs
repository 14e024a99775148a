// `node docker/production.mjs <folder>`: makes what the images hold from a built checkout: the compiled packages in their
// places, the dependencies of production by the lockfile, and two lists of them (CycloneDX and licences).
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [to] = process.argv.slice(2);
if (!to || (existsSync(to) && readdirSync(to).length > 0)) {
  console.error('Name a folder that is empty or doesn’t exist.');
  process.exit(2);
}

const runs = ['@service/api', '@service/worker', '@service/cli'];
const packages = ['apps', 'packages'].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => ({
    folder: `${group}/${name}`,
    ...JSON.parse(readFileSync(join(root, group, name, 'package.json'), 'utf8')),
  })),
);
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const copy = (path) =>
  existsSync(join(root, path)) && cpSync(join(root, path), join(to, path), { recursive: true });
const pnpm = (...args) =>
  execFileSync('npx', ['--yes', packageManager.split('+')[0], ...args], {
    cwd: to,
    encoding: 'utf8',
    env: { ...process.env, CI: 'true', npm_config_update_notifier: 'false' },
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

mkdirSync(to, { recursive: true });
// pnpm compares the lockfile with the manifests of all packages, also of those that don't run here.
for (const path of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) copy(path);
for (const { folder } of packages) copy(`${folder}/package.json`);

const production = ['--prod', ...runs.flatMap((name) => ['--filter-prod', `${name}...`])];
pnpm('install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...production);
writeFileSync(
  join(to, 'sbom.cdx.json'),
  pnpm('sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...production),
);
writeFileSync(join(to, 'licences.json'), pnpm('licenses', 'list', '--json', ...production));

const needed = new Set(runs);
for (const name of needed) {
  const { dependencies = {} } = packages.find((each) => each.name === name);
  for (const other of Object.keys(dependencies)) if (other.startsWith('@service/')) needed.add(other);
}
for (const { folder, name } of packages) {
  if (needed.has(name)) copy(`${folder}/dist`);
  else rmSync(join(to, folder), { recursive: true, force: true });
}
for (const path of [
  'apps/console/dist',
  'apps/docs/dist',
  'apps/cli/bin',
  'prisma',
  'docker/health.mjs',
  'LICENSE',
  'openapi.json',
])
  copy(path);
