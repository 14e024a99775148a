import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { settingsOfRunningService } from '../bin/running-service.mjs';
import { runCommerce } from './run-commerce.ts';

describe('commerce in a checkout', () => {
  let root: string;
  let dataDir: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'commerce-checkout-'));
    dataDir = join(root, '.data2');
    await mkdir(dataDir);
    await mkdir(join(root, '.cache'));
    await writeFile(join(root, '.cache', 'last-start'), dataDir);
    await writeFile(join(dataDir, 'secrets.env'), 'SETUP_TOKEN=made\n');
  });

  afterEach(() => rm(root, { recursive: true }));

  const noteRunning = (settings: object) =>
    writeFile(
      join(dataDir, 'running.json'),
      JSON.stringify({ apiUrl: 'http://localhost:3300', settings, demo: { publishableKey: 'pk_demo' } }),
    );

  it('has every setting of the `npm start` that runs there, and calls its API', async () => {
    const settings = { DATABASE_URL: 'postgres://a', PORT: '3300', MODULES_DIR: '/modules' };
    await noteRunning(settings);

    const found = settingsOfRunningService(root, {});
    const help = await runCommerce(['webhooks', 'subscriptions', '--help'], found);
    const shop = await runCommerce(['storefront', 'new', '--help'], found);

    expect(found).to.deep.equal({
      ...settings,
      COMMERCE_API_URL: 'http://localhost:3300',
      COMMERCE_PUBLISHABLE_KEY: 'pk_demo',
    });
    expect(help.stdout).to.include('http://localhost:3300');
    expect(shop.stdout).to.include('pk_demo');
  });

  it('says that it isn’t running, instead of what a production lacks', async () => {
    const stopped = settingsOfRunningService(root, {});
    const ran = [await runCommerce(['doctor'], stopped), await runCommerce(['backup'], stopped)];

    for (const { code, stdout, stderr } of ran) {
      expect(code).to.equal(3);
      expect(stdout).to.equal('');
      expect(stderr).to.match(/^The service of `npm start` isn’t running .*\.data2.*set DATABASE_URL.*\n$/);
    }
  });

  it('takes a typed file from where it was typed, and one of .env from the root', async () => {
    const elsewhere = await realpath(await mkdtemp(join(tmpdir(), 'commerce-elsewhere-')));
    await cp(fileURLToPath(new URL('../bin', import.meta.url)), join(root, 'apps', 'cli', 'bin'), {
      recursive: true,
    });
    await mkdir(join(root, 'apps', 'cli', 'dist'));
    const files = {
      'package.json': '{ "type": "module", "scripts": { "commerce": "node apps/cli/bin/commerce.mjs" } }',
      '.env': 'MODULES_DIR=modules\nPICTURES_LOCATION=s3://pictures\n',
      'apps/cli/dist/main.js': `const { MODULES_DIR, MODULES_CONFIG, PICTURES_LOCATION } = process.env;
        console.log(JSON.stringify([process.cwd(), MODULES_DIR, MODULES_CONFIG, PICTURES_LOCATION]));`,
    };
    for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text);

    const { stdout } = await promisify(execFile)('npm', ['run', '-s', '--prefix', root, 'commerce'], {
      cwd: elsewhere,
      env: {
        ...process.env,
        MODULES_DIR: undefined,
        PICTURES_LOCATION: undefined,
        MODULES_CONFIG: 'mine.json',
      },
    });

    expect(JSON.parse(stdout)).to.deep.equal([
      elsewhere,
      join(root, 'modules'),
      'mine.json',
      's3://pictures',
    ]);
    await rm(elsewhere, { recursive: true });
  });

  it('takes nothing of it where a database is named, or nothing was ever started', async () => {
    await noteRunning({ DATABASE_URL: 'postgres://a' });

    expect(settingsOfRunningService(root, { DATABASE_URL: 'postgres://b' })).to.deep.equal({});
    expect(settingsOfRunningService(root, { DATABASE_URL_FILE: '/run/url' })).to.deep.equal({});
    expect(settingsOfRunningService(root, { DATA_DIR: 'elsewhere' })).to.deep.equal({});
  });
});
