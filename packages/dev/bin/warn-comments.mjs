// A warning, never a failure: comments that are wider than what one reads at a glance.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './bootstrap.mjs';
import { listFiles } from './stamps.mjs';

const WIDEST = 120;

for (const file of ['apps', 'packages'].flatMap((group) => listFiles(join(root, group)))) {
  if (!/\.[cm]?[jt]s$/.test(file)) continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.length <= WIDEST || !/^\s*(\/\/|\/?\*)/.test(line)) continue;
    console.log(`${relative(root, file)}:${index + 1} has a comment of ${line.length} characters`);
  }
}
