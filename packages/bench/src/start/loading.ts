import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export interface Loading {
  ms: number;
  heapMb: number;
  rssMb: number;
}

const AT_ONCE = /^(?:import|\} from|export) ?.*"(\.[^"]+)";$/gm;

/** Others' packages that a built program imports before it does anything, by name, with the file. */
export function loadedAtStart(program: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    // The program itself loads its parts by what it is to do.
    const later = file === program ? /import\("(\.\/[^"]+)"\)/g : /$^/g;
    for (const [, at = ''] of [...text.matchAll(AT_ONCE), ...text.matchAll(later)]) {
      const found = join(dirname(file), at);
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(found) ?? [];
      if (name) packages.set(name, found);
      else visit(found);
    }
  };
  visit(program);
  return packages;
}

const PROGRAM = `
  const measured = () => {
    gc();
    const { heapUsed, rss } = process.memoryUsage();
    return { heapUsed, rss };
  };
  const before = measured();
  const startedAt = performance.now();
  await import(process.argv[1]);
  const ms = performance.now() - startedAt;
  const after = measured();
  console.log(JSON.stringify({
    ms,
    heapMb: (after.heapUsed - before.heapUsed) / 2 ** 20,
    rssMb: (after.rss - before.rss) / 2 ** 20,
  }));
  process.exit(0);`;

/** What it takes to load a file in a process that has nothing else. */
export async function loadingOf(file: string): Promise<Loading> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '-e',
    PROGRAM,
    pathToFileURL(file).href,
  ]);
  return JSON.parse(stdout);
}
