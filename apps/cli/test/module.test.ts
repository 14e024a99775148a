import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModuleHarness } from '@service/module-sdk/testing';
import { expect } from 'chai';
import { runCommerce } from './run-commerce.ts';

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
});
