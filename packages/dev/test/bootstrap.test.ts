import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { root } from '../bin/bootstrap.mjs';

const PINNED = Buffer.alloc(64, 1);
const SCRIPTS = ['packages/dev/bin/bootstrap.mjs', 'packages/dev/bin/stamps.mjs'];

describe('an install of the packages', () => {
  let folder: string;
  let registry: Server;
  let integrity: string;
  let requested: string[];

  before(async () => {
    registry = createServer((req, res) => {
      requested.push(req.url ?? '');
      const version = {
        name: 'pnpm',
        version: '12.0.0',
        bin: 'pnpm.cjs',
        dist: { integrity, tarball: `http://${req.headers.host}/pnpm.tgz` },
      };
      if (req.url !== '/pnpm') return res.writeHead(404).end('{}');
      res.setHeader('content-type', 'application/json');
      res.end(
        JSON.stringify({ name: 'pnpm', 'dist-tags': { latest: '12.0.0' }, versions: { '12.0.0': version } }),
      );
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  after(() => {
    registry.closeAllConnections();
    registry.close();
  });

  beforeEach(async () => {
    requested = [];
    folder = await mkdtemp(join(tmpdir(), 'bootstrap-'));
    for (const script of SCRIPTS) {
      await mkdir(dirname(join(folder, script)), { recursive: true });
      await cp(join(root, script), join(folder, script));
    }
    await mkdir(join(folder, 'apps'));
    for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) await writeFile(join(folder, file), '');
    const packageManager = `pnpm@12.0.0+sha512.${PINNED.toString('hex')}`;
    await writeFile(join(folder, 'package.json'), JSON.stringify({ packageManager }));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function install(): Promise<{ code: number; errors: string }> {
    const script = pathToFileURL(join(folder, 'packages/dev/bin/bootstrap.mjs'));
    const code = `const { install, runMain } = await import('${script}'); await runMain(install);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
        npm_config_cache: join(folder, 'cache'),
        npm_config_fetch_retries: '0',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const errors = child.stderr.setEncoding('utf8').toArray();
    const [exitCode] = await once(child, 'close');
    return { code: exitCode, errors: (await errors).join('') };
  }

  it('refuses a pnpm with another hash than the pinned one, before it is downloaded', async () => {
    integrity = `sha512-${Buffer.alloc(64, 2).toString('base64')}`;

    const { code, errors } = await install();

    expect(code).to.equal(1);
    expect(errors).to.include('its hash is another');
    expect(requested).to.deep.equal(['/pnpm']);
  });

  it('downloads a pnpm whose hash is the pinned one', async () => {
    integrity = `sha512-${PINNED.toString('base64')}`;

    const { errors } = await install();

    expect(errors).to.not.include('its hash is another');
    expect(requested).to.include('/pnpm.tgz');
  });
});

describe('the demo without a service', () => {
  it('says how to start one before it installs anything', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-'));
    await cp(join(root, 'packages/dev/bin'), join(folder, 'packages/dev/bin'), { recursive: true });
    const { DATA_DIR: _dataDir, BASE_URL: _baseUrl, ...env } = process.env;

    const child = spawn(process.execPath, [join(folder, 'packages/dev/bin/demo.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = [child.stdout, child.stderr].map((stream) =>
      stream.setEncoding('utf8').toArray(),
    );
    const [code] = await once(child, 'close');

    expect((await errors)?.join('')).to.include('The service is not running here. Start it with `npm start`');
    expect([code, await output]).to.deep.equal([1, []]);
    await rm(folder, { recursive: true });
  });
});
