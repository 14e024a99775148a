import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { runCommerce } from './run-commerce.ts';

describe('commerce trace', () => {
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'trace-'));
  });
  after(() => rm(dir, { recursive: true }));

  it('names the lines of the source in the traces of a log, and changes nothing else of it', async () => {
    const program = place('mapped.js');
    const map = { version: 3, sources: ['../src/program.ts'], names: [], mappings: ';;AAKA' };
    await writeFile(join(dir, 'mapped.js.map'), JSON.stringify(map));
    const log = (at: string) =>
      `{"level":50,"stack":"TypeError: no\\n    at fail (${at})\\n    at ${at}"}\n{}\n`;

    const { code, stdout } = await runCommerce(['trace'], {}, log(`${program}:3:1`));

    expect(code).to.equal(0);
    expect(stdout).to.equal(log(`${new URL('../src/program.ts', program).href}:6:1`));
  });

  it('leaves a place whose map is missing or can’t be read', async () => {
    const file = join(dir, 'api.log');
    await writeFile(join(dir, 'broken.js.map'), '{');
    const log = `at fail (${place('bare.js')}:3:1)\nat fail (${place('broken.js')}:3:1)\n`;
    await writeFile(file, log);

    expect((await runCommerce(['trace', file])).stdout).to.equal(log);
  });

  const place = (name: string) => pathToFileURL(join(dir, name)).href;
});
