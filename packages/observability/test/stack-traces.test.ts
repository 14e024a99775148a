import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { mapStackTraces } from '../src/prepare/stack-traces.ts';

describe('mapStackTraces', () => {
  const { prepareStackTrace } = Error;
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'stack-traces-'));
    mapStackTraces();
  });

  after(async () => {
    Error.prepareStackTrace = prepareStackTrace;
    await rm(dir, { recursive: true });
  });

  it('names the lines of the source, by the map that lies beside the program', async () => {
    const file = await program('mapped.mjs');
    const map = { version: 3, sources: ['../src/program.ts'], names: [], mappings: ';;AAKA' };
    await writeFile(`${file}.map`, JSON.stringify(map));
    const { stack } = await failure(file);
    expect(stack).to.match(/^TypeError: too late\n {4}at fail \(/);
    expect(stack).to.include(`${new URL('../src/program.ts', pathToFileURL(file)).href}:6:`);
  });

  it('keeps the place in the program where there is no map, or one that can’t be read', async () => {
    for (const name of ['bare.mjs', 'broken.mjs']) {
      const file = await program(name);
      if (name === 'broken.mjs') await writeFile(`${file}.map`, '{');
      expect((await failure(file)).stack).to.include(`${pathToFileURL(file).href}:3:`);
    }
  });

  async function program(name: string): Promise<string> {
    const file = join(dir, name);
    await writeFile(file, `// One.\n// Two.\nexport function fail() { return new TypeError('too late'); }\n`);
    return file;
  }

  async function failure(file: string): Promise<Error> {
    const { fail } = await import(pathToFileURL(file).href);
    return fail();
  }
});
