import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { programOf } from '../../testing/src/bundle.ts';
import { freePort } from '../src/ports.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What others install, and a name that each entry exports. */
const PUBLIC_PACKAGES: Record<string, Record<string, string>> = {
  'client-js': { '.': 'createAdminClient', './webhooks': 'verifyWebhook', './webhooks/sign': 'signWebhook' },
  'module-sdk': { '.': 'defineModule', './testing': 'createModuleHarness' },
  'theme-sdk': { '.': 'defineTheme' },
};

/** What somebody writes with each of them, outside this repository. */
const PROGRAMS: Record<string, string> = {
  'client-js': `
    import { createStoreClient, type Cart } from '@service/client-js';
    import { verifyWebhook } from '@service/client-js/webhooks';
    const shop = createStoreClient({ baseUrl: 'http://127.0.0.1:1', publishableKey: 'pk_1' });
    export const cart = (cartId: string): Promise<Cart> => shop.getCart({ cartId });
    export default verifyWebhook;`,
  'module-sdk': `
    import { defineModule } from '@service/module-sdk';
    export default defineModule({
      on: {
        async 'product.stock_changed'({ variantId, available }, { notifyAdmins }) {
          if (!available) await notifyAdmins({ title: 'Sold out', detail: variantId.toUpperCase() });
        },
      },
    });`,
  'theme-sdk': `
    import { defineTheme, html } from '@service/theme-sdk';
    export default defineTheme({
      name: 'plain',
      tokens: { 'color-text': '#1f2937' },
      slots: { productCard: ({ product }) => html\`<article>\${product.title}</article>\` },
    });`,
};

const COMPILER_OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
};

/** Once for all tests here. */
const built = new Map<string, Promise<unknown>>();

function build(folder: string): Promise<unknown> {
  const program = join(root, 'packages/dev/bin/build-package.mjs');
  const known =
    built.get(folder) ?? run(process.execPath, [program], { cwd: join(root, 'packages', folder) });
  built.set(folder, known);
  return known;
}

let packed: Promise<string> | undefined;

/** All at once, because npx and pnpm take two seconds of CPU to begin. Answers the folder of the files. */
async function pack(): Promise<string> {
  const folders = Object.keys(PUBLIC_PACKAGES);
  for (const folder of folders) await build(folder);
  const tarballs = await mkdtemp(join(tmpdir(), 'commerce-tarballs-'));
  process.once('exit', () => rmSync(tarballs, { recursive: true, force: true }));
  const filters = folders.flatMap((folder) => ['--filter', `@service/${folder}`]);
  const args = ['--yes', await pnpm(), '-r', ...filters, 'pack', '--pack-destination', tarballs];
  await run('npx', args, { cwd: root });
  return tarballs;
}

for (const [folder, entries] of Object.entries(PUBLIC_PACKAGES)) {
  const name = `@service/${folder}`;

  describe(`the package that ${name} is published as`, () => {
    let scratch: string;
    let tarball: Uint8Array<ArrayBuffer>;
    let installed: string;
    let file: string;

    before(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'commerce-pack-'));
      packed ??= pack();
      const tarballs = await packed;
      file = join(tarballs, (await readdir(tarballs)).find((each) => each.includes(folder)) ?? '');
      tarball = new Uint8Array(await readFile(file));
      installed = join(scratch, 'node_modules', name);
      await mkdir(installed, { recursive: true });
      await run('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
    });

    after(() => rm(scratch, { recursive: true, force: true }));

    it('holds what is built and a readme, and needs nothing of the workspace', async () => {
      const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));

      expect(await readdir(installed)).to.have.members(['LICENSE', 'README.md', 'dist', 'package.json']);
      expect(manifest).to.not.have.any.keys('private', 'dependencies', 'peerDependencies');
      expect(JSON.stringify(manifest.exports)).to.not.include('source');
      expect(Object.keys(manifest.exports)).to.deep.equal(Object.keys(entries));
    });

    it('is installed in a folder elsewhere, where a program with it compiles and runs', async () => {
      const cwd = await mkdtemp(join(tmpdir(), 'commerce-outside-'));
      await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
      await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
      await writeFile(join(cwd, 'index.ts'), PROGRAMS[folder] ?? '');

      await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', file], {
        cwd,
      });
      await run(join(root, 'node_modules/.bin/tsc'), ['-p', cwd], { cwd });
      const { stdout } = await run(
        process.execPath,
        ['-e', "import('./index.js').then((all) => console.log(typeof all.default))"],
        { cwd },
      );
      await rm(cwd, { recursive: true });

      expect(stdout.trim()).to.match(/^(function|object)$/);
    });

    it('is found right by publint', async () => {
      const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });

      expect(messages.map((message) => formatMessage(message, pkg ?? {}))).to.deep.equal([]);
    });

    it('has types that arethetypeswrong accepts in every resolution that knows `exports`', async () => {
      const checked = await checkPackage(createPackageFromTarballData(tarball));

      const problems = 'problems' in checked ? (checked.problems ?? []) : ['no types'];
      const ours = problems.filter((problem) => !JSON.stringify(problem).includes('"node10"'));
      expect(ours).to.deep.equal([]);
    });

    for (const [entry, exported] of Object.entries(entries)) {
      const specifier = name + entry.slice(1);

      it(`is imported and required as ${specifier}`, async () => {
        const imported = `import('${specifier}').then((all) => console.log(typeof all.${exported}))`;
        const required = `console.log(typeof require('${specifier}').${exported})`;

        for (const program of [imported, required]) {
          const { stdout } = await run(process.execPath, ['--input-type=commonjs', '-e', program], {
            cwd: scratch,
          });
          expect(stdout.trim()).to.equal('function');
        }
      });
    }
  });
}

describe('a shop made by `commerce storefront new`', () => {
  it('is a project of its own: npm installs it outside of the checkout, it compiles and serves its first page', async () => {
    for (const each of ['client-js', 'theme-sdk']) await build(each);
    const registry = await startRegistry();
    const scratch = await mkdtemp(join(tmpdir(), 'commerce-shop-'));
    const shop = join(scratch, 'tea-house');
    const api = await startStoreApi();
    const program = await programOf('cli');
    const commerce = (...args: string[]) => run(process.execPath, [program, 'storefront', ...args]);

    await commerce('new', shop, '--api-url', api.url, '--publishable-key', 'pk_tea');
    const again = await commerce('new', shop).catch((error) => error);
    const manifest = await readFile(join(shop, 'package.json'), 'utf8');
    // A proxy of this machine doesn't lead to the registry.
    const flags = ['--registry', registry.url, '--noproxy', '127.0.0.1', '--cache', join(scratch, 'cache')];
    const npm = (...args: string[]) => run('npm', [...args, ...flags], { cwd: shop });
    await npm('install', '--no-audit', '--no-fund');
    await npm('run', 'build');
    const serving = spawn(process.execPath, ['--env-file=.env', 'dist/main.js'], {
      cwd: shop,
      env: { PATH: process.env.PATH, PORT: String(await freePort()) },
    });
    const [said] = await once(serving.stdout, 'data');
    const page = await fetch(String(said).replace('The shop is at ', '').trim());
    const nameless = await run(process.execPath, ['dist/main.js'], { cwd: shop, env: {} }).catch(
      (error) => error,
    );

    expect(again.stderr).to.match(/is there already/);
    expect(manifest).to.not.match(/workspace:|catalog:/);
    expect(JSON.parse(manifest)).to.include({ name: 'tea-house' });
    expect(page.status).to.equal(200);
    expect(await page.text()).to.include('Welcome – Tea house');
    expect(api.keys).to.deep.equal(['pk_tea']);
    expect(nameless.stderr).to.match(/^PUBLISHABLE_KEY is missing\. .*\n$/);
    serving.kill();
    await once(serving, 'exit');
    await api.close();
    await registry.close();
    await rm(scratch, { recursive: true });
  });
});

/** As much of the Store API as the first page of the shop needs. */
async function startStoreApi() {
  const keys = new Set<string>();
  const lists = { items: [], total: 0, page: 1, pageSize: 8 };
  const server = createServer((request, response) => {
    keys.add(String(request.headers['x-publishable-key']));
    const body = request.url?.startsWith('/store/v1/config') ? { name: 'Tea house', currency: 'EUR' } : lists;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get keys() {
      return [...keys];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A registry of the packages that are installed here, in these versions: its answers are what a real one says of them. */
async function startRegistry() {
  const store = join(root, 'node_modules/.pnpm');
  const folders = (await readdir(store)).flatMap((entry) => {
    const name = /^(.[^@]*)@/.exec(entry)?.[1]?.replace('+', '/');
    return name ? [{ name, folder: join(store, entry, 'node_modules', name) }] : [];
  });
  const names = new Set(folders.map(({ name }) => name));

  async function describePackage(name: string, url: string) {
    const versions: Record<string, object> = {};
    for (const { folder } of folders.filter((each) => each.name === name)) {
      const { optionalDependencies = {}, ...manifest } = await readManifest(folder);
      versions[manifest.version] = {
        ...manifest,
        // Those of other machines aren't here.
        optionalDependencies: Object.fromEntries(
          Object.entries(optionalDependencies).filter(([each]) => names.has(each)),
        ),
        dist: { tarball: `${url}/tarball?${new URLSearchParams({ folder })}` },
      };
    }
    return { name, 'dist-tags': { latest: Object.keys(versions).at(-1) }, versions };
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const folder = url.searchParams.get('folder');
    const name = decodeURIComponent(url.pathname.slice(1));
    if (folder) {
      // Equal files are one to pnpm, and npm takes no links.
      const args = ['-c', '--hard-dereference', '--exclude=node_modules', '-C', dirname(folder)];
      spawn('tar', [...args, basename(folder)]).stdout.pipe(response);
    } else if (names.has(name)) response.end(JSON.stringify(await describePackage(name, url.origin)));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => void server.close(),
  };
}

async function readManifest(folder: string) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

async function pnpm(): Promise<string> {
  const { packageManager } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return packageManager.split('+')[0];
}
