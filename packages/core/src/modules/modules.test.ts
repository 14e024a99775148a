import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Context, Log } from '../context.ts';
import { type LoadedModule, loadModules } from './load-modules.ts';
import { readManifest } from './manifest.ts';
import { createModuleBus } from './module-bus.ts';

const SDK = join(dirname(fileURLToPath(import.meta.url)), '../../../module-sdk');
const MANIFEST = { name: 'watch', version: '1.0.0', compatibleCore: '^1.0.0' };
const LISTENS = 'export default { on: {} };';

describe('modules', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-modules-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function writeModule(folder: string, manifest: unknown, code = LISTENS): Promise<void> {
    await mkdir(join(dir, folder), { recursive: true });
    const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
    await writeFile(join(dir, folder, 'module.json'), text);
    await writeFile(join(dir, folder, 'package.json'), JSON.stringify({ type: 'module', main: 'index.js' }));
    await writeFile(join(dir, folder, 'index.js'), code);
  }

  const load = (options: { coreVersion?: string; configs?: Record<string, unknown> } = {}) =>
    loadModules({ modulesDir: dir, ...options });

  it('enables a module whose range includes the running core', async () => {
    await writeModule('watch', MANIFEST);

    const [module] = await load();

    expect(module).to.include({ name: 'watch', version: '1.0.0', state: 'enabled', reason: null });
  });

  it('refuses ^1.0.0 against core 2.0.0, and runs none of its code', async () => {
    await writeModule('watch', MANIFEST, 'globalThis.moduleCodeRan = true; export default { on: {} };');

    const [module] = await load({ coreVersion: '2.0.0' });

    expect(module).to.include({ name: 'watch', version: '1.0.0', state: 'disabled' });
    expect(module?.reason).to.equal(
      'watch 1.0.0 declares compatibleCore ^1.0.0, which does not include core 2.0.0.',
    );
    expect(globalThis).not.to.have.property('moduleCodeRan');
  });

  const broken: Record<string, [manifest: unknown, code: string, reason: RegExp, remedy?: RegExp]> = {
    'a manifest that is no JSON': ['{', LISTENS, /not a JSON object/, /Correct its module.json/],
    'a manifest without a name': [{ ...MANIFEST, name: undefined }, LISTENS, /`name`/],
    'a version that is none': [{ ...MANIFEST, version: 'one' }, LISTENS, /`version`/],
    'a missing range': [{ ...MANIFEST, compatibleCore: undefined }, LISTENS, /`compatibleCore`/],
    'an empty range, which would include everything': [
      { ...MANIFEST, compatibleCore: ' ' },
      LISTENS,
      /`compatibleCore`/,
    ],
    'a malformed range': [{ ...MANIFEST, compatibleCore: 'newest' }, LISTENS, /`compatibleCore`/],
    'code that does not parse': [MANIFEST, 'export default {', /could not be loaded/, /node --check.*broken/],
    'code that throws': [MANIFEST, 'throw new Error("no")', /could not be loaded: no/],
    'an export that is no module': [MANIFEST, 'export default 1;', /defineModule/],
    'an event that is none': [
      MANIFEST,
      'export default { on: { "order.paid": () => {} } };',
      /no module event/,
      /^Module events are product\.price_changed and product\.stock_changed\.$/,
    ],
    'a configuration that is not valid': [
      MANIFEST,
      'export default { configSchema: { type: "object", required: ["to"] }, on: {} };',
      /configuration is not valid: config must have required property 'to'/,
      /MODULES_CONFIG/,
    ],
  };
  for (const [what, [manifest, code, reason, remedy = /./]] of Object.entries(broken)) {
    it(`disables ${what}, and only it`, async () => {
      await writeModule('broken', manifest, code);
      await writeModule('sound', { ...MANIFEST, name: 'sound' });

      const loaded = await load();

      expect(loaded.map(({ state }) => state)).to.deep.equal(['disabled', 'enabled']);
      expect(loaded[0]?.reason).to.match(reason);
      expect(loaded[0]?.remedy).to.match(remedy);
    });
  }

  it('disables a folder of modules that is not there, and finds the packages', async () => {
    const loaded = await loadModules({ modulesDir: join(dir, 'nowhere'), packages: ['@acme/absent'] });

    expect(loaded.map(({ name, state }) => [name, state])).to.deep.equal([
      ['nowhere', 'disabled'],
      ['absent', 'disabled'],
    ]);
    expect(loaded[0]?.reason).to.match(/^MODULES_DIR names .*nowhere, which can’t be read \(ENOENT\)\.$/);
  });

  it('finds the packages the configuration names, and disables those not installed', async () => {
    await writeModule('node_modules/@acme/watch', MANIFEST);
    const home = process.cwd();

    process.chdir(dir);
    const loaded = await loadModules({ packages: ['@acme/watch', '@acme/absent'] }).finally(() =>
      process.chdir(home),
    );

    expect(loaded.map(({ name, state }) => [name, state])).to.deep.equal([
      ['watch', 'enabled'],
      ['absent', 'disabled'],
    ]);
    expect(loaded[1]?.reason).to.match(/module.json is missing/);
  });

  it('disables the second of two modules of one name', async () => {
    await writeModule('a', MANIFEST);
    await writeModule('b', MANIFEST);

    const loaded = await load();

    expect(loaded.map(({ state }) => state)).to.deep.equal(['enabled', 'disabled']);
  });

  it('gives a module its configuration with the defaults of its schema', async () => {
    await symlink(join(SDK, 'examples/price-drop-mailer'), join(dir, 'price-drop-mailer'));

    const [module] = await load({ configs: { 'price-drop-mailer': { to: 'shop@example.com' } } });

    expect(module).to.include({ state: 'enabled', reason: null });
    expect(module?.config).to.deep.equal({ to: 'shop@example.com', atLeastPercent: 10 });
  });

  it('reads the manifest of both examples as compatible', async () => {
    for (const example of ['price-drop-mailer', 'low-stock-notifier']) {
      expect((await readManifest(join(SDK, 'examples', example))).name).to.equal(example);
    }
  });
});

describe('the module bus', () => {
  const event = { productId: 'p', variantId: 'v', available: false };
  const log = { debug() {}, info() {}, warn() {}, error() {} } satisfies Log;

  function bus(handlers: ((event: object) => unknown)[], deadlineMs = 10_000) {
    const modules = handlers.map(
      (handler, index): LoadedModule => ({
        name: `module-${index}`,
        version: '1.0.0',
        state: 'enabled',
        reason: null,
        remedy: null,
        definition: { on: { 'product.stock_changed': handler as () => void } },
        config: undefined,
      }),
    );
    const services = () => ({ notifyAdmins: async () => {}, sendMail: async () => {} });
    return createModuleBus({ modules, log, deadlineMs, services });
  }

  function context(afterCommit: (callback: () => void) => void = (callback) => callback()): Context {
    return { tenantId: 'tenant', db: { afterCommit } } as unknown as Context;
  }

  it('tells every module, with one event id, though others throw or hang', async () => {
    const heard: { eventId?: string }[] = [];
    const hears = (told: object) => heard.push(told);
    const moduleBus = bus(
      [
        hears,
        () => {
          throw new Error('no');
        },
        () => new Promise(() => {}),
        hears,
      ],
      50,
    );

    moduleBus.announce(context(), 'product.stock_changed', event);
    await moduleBus.settled();

    expect(heard).to.have.length(2);
    expect(heard[0]).to.deep.include(event);
    expect(heard[0]?.eventId).to.be.a('string').and.equal(heard[1]?.eventId);
    expect(moduleBus.list().map(({ failures }) => failures)).to.deep.equal([0, 1, 1, 0]);
  });

  it('runs a few handlers at a time, and begins the deadline of each with it', async () => {
    let running = 0;
    let most = 0;
    const moduleBus = bus([
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
      },
    ]);

    for (let count = 0; count < 200; count++) moduleBus.announce(context(), 'product.stock_changed', event);
    await moduleBus.settled();

    expect(most).to.equal(8);
    expect(moduleBus.list()[0]?.failures).to.equal(0);
  });

  it('drops and counts what a hanging module has no room for', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let told = 0;
    const moduleBus = bus([
      () => {
        told += 1;
        return held;
      },
    ]);

    for (let count = 0; count < 10_100; count++)
      moduleBus.announce(context(), 'product.stock_changed', event);
    await new Promise(setImmediate);
    release();
    await moduleBus.settled();

    expect(told).to.be.within(10_000, 10_008);
    expect(moduleBus.list()[0]?.failures).to.equal(10_100 - told);
  });

  it('is silent until the commit, and for good after a rollback', async () => {
    const heard: object[] = [];
    const waiting: (() => void)[] = [];
    const moduleBus = bus([(told) => heard.push(told)]);

    moduleBus.announce(
      context((callback) => waiting.push(callback)),
      'product.stock_changed',
      event,
    );
    await moduleBus.settled();
    const beforeCommit = heard.length;
    for (const commit of waiting) commit();
    await moduleBus.settled();

    expect([beforeCommit, heard.length]).to.deep.equal([0, 1]);
  });
});
