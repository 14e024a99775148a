import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

interface Stamps {
  openStamps(file: string): {
    isDone(step: string, hash: string): boolean;
    markDone(step: string, hash: string): void;
  };
  hashPaths(root: string, paths: string[], accept?: (path: string) => boolean): string;
}

describe('stamps', () => {
  let dir: string;
  let stamps: Stamps;
  const write = async (path: string, text: string) => {
    await mkdir(join(dir, path, '..'), { recursive: true });
    await writeFile(join(dir, path), text);
  };

  before(async () => {
    stamps = (await import(new URL('../bin/stamps.mjs', import.meta.url).href)) as Stamps;
  });

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-stamps-'));
    await write('src/a.ts', 'one');
    await write('src/deep/b.ts', 'two');
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('remembers each step by its own hash', () => {
    const file = join(dir, 'node_modules', 'stamps.json');

    stamps.openStamps(file).markDone('install', 'x');
    stamps.openStamps(file).markDone('build', 'y');

    const reopened = stamps.openStamps(file);
    expect(reopened.isDone('install', 'x')).to.equal(true);
    expect(reopened.isDone('build', 'y')).to.equal(true);
    expect(reopened.isDone('build', 'x')).to.equal(false);
  });

  it('takes a broken file for nothing done', async () => {
    await write('stamps.json', '{ "install": ');

    expect(stamps.openStamps(join(dir, 'stamps.json')).isDone('install', 'x')).to.equal(false);
  });

  it('changes with a content, a name, a new file and a removed one', async () => {
    const seen = [stamps.hashPaths(dir, ['src'])];
    const hashNow = () => seen.push(stamps.hashPaths(dir, ['src']));

    await write('src/a.ts', 'ONE');
    hashNow();
    await write('src/c.ts', 'ONE');
    hashNow();
    await rm(join(dir, 'src/a.ts'));
    hashNow();

    expect(new Set(seen).size).to.equal(4);
  });

  it('stays the same for what is generated, installed or not accepted, and for missing paths', async () => {
    const accept = (path: string) => !path.endsWith('.test.ts');
    const first = stamps.hashPaths(dir, ['src', 'missing'], accept);

    await write('src/dist/a.js', 'x');
    await write('src/generated/client.ts', 'x');
    await write('src/node_modules/pkg/index.js', 'x');
    await write('src/a.test.ts', 'x');

    expect(stamps.hashPaths(dir, ['src', 'missing'], accept)).to.equal(first);
  });
});
