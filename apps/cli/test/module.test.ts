import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createModuleHarness } from '@service/module-sdk/testing';
import { expect } from 'chai';
import { runCommerce } from './run-commerce.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('commerce module new', () => {
  it('writes a module that a check accepts, and never over another', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-module-'));
    const make = ['module', 'new', 'price-watch', '--dir', dir];

    const { files } = JSON.parse((await runCommerce([...make, '--json'])).stdout);
    const checked = await runCommerce(['module', 'check', '--json'], {
      DATABASE_URL: 'postgres://nowhere.invalid/x',
      MODULES_DIR: dir,
    });
    const lost = await runCommerce(['module', 'check'], { MODULES_DIR: join(dir, 'lost') });
    const again = await runCommerce(make);
    const refused = await runCommerce(['module', 'new', '../Oops', '--dir', dir]);

    expect(files).to.have.length(3);
    expect(checked.code).to.equal(0);
    expect(JSON.parse(checked.stdout).modules).to.deep.include({
      name: 'module price-watch',
      level: 'ok',
      detail: '1.0.0 fits',
    });
    expect(lost.code).to.equal(4);
    expect(lost.stdout).to.match(/! module lost: is disabled: .*ENOENT.*\n +Correct MODULES_DIR/);
    const { default: definition } = await import(join(dir, 'price-watch', 'index.js'));
    const harness = createModuleHarness(definition, { config: { atLeastPercent: 10 } });
    const change = { productId: 'p', variantId: 'v', eventId: 'e', currency: 'EUR', oldPriceMinor: 1000 };
    for (const newPriceMinor of [500, 950])
      await harness.emit('product.price_changed', { ...change, newPriceMinor });
    expect(harness.notices).to.deep.equal([{ title: 'A price fell', detail: 'Variant v: 50 % less.' }]);
    expect([again.code, refused.code]).to.deep.equal([1, 2]);
    expect(again.stderr).to.match(/is there already/);
    await rm(dir, { recursive: true });
  });

  it('writes the module that the guide shows', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-module-'));
    await runCommerce(['module', 'new', 'price-watch', '--dir', dir]);

    const guide = await readFile(join(ROOT, 'docs/modules.md'), 'utf8');

    const shown = guide.match(/`index\.js`:\n\n {3}```js\n([\s\S]*?)\n {3}```/)?.[1]?.replace(/^ {3}/gm, '');
    expect(shown).to.equal((await readFile(join(dir, 'price-watch/index.js'), 'utf8')).trimEnd());
    await rm(dir, { recursive: true });
  });

  it('writes a payment provider whose own test passes', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-module-'));

    const made = await runCommerce(['module', 'new', 'house-bank', '--payment', '--dir', dir]);

    expect(made.stdout).to.include('Run its test by npm test there');
    await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
    const folder = join(dir, 'house-bank');
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    expect(manifest.scripts).to.deep.equal({ test: 'node --test' });
    // The package isn't built here, so its source is run.
    const flags = [
      '--conditions=source',
      `--import=${createRequire(import.meta.url).resolve('tsx')}`,
      '--test',
    ];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder });
    expect(stdout).to.match(/pass 12\b[\s\S]*fail 0\b/);
    const { default: definition } = await import(join(folder, 'index.js'));
    expect(Object.keys(definition.paymentProviders)).to.deep.equal(['house-bank']);
    await rm(dir, { recursive: true });
  });
});
