// `npm run mutation [area] [text …]`: breaks the code on purpose, one line at a time, and runs the tests that should notice.
// Prints what survives. A mutation is made while the file is loaded (mutate.mjs), so no file ever changes.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generate, install, root, runMain, SetupError } from './bootstrap.mjs';
import { openFromSource, runFromSource } from './from-source.mjs';
import { AREAS, readMutations } from './mutations/index.mjs';
import { testEnv } from './test-env.mjs';
import { readReport } from './test-report.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const MESSAGE_LENGTH = 200;
const MARKS = { killed: '✓', survived: '✗', stale: '?' };

await runMain(async () => {
  const [area, ...texts] = process.argv.slice(2);
  if (area && !AREAS.includes(area))
    throw new SetupError(`Usage: npm run mutation [${AREAS.join(' | ')}] [what it says …]`);
  await install();
  await generate();
  const chosen = await readMutations(area, texts);
  const results = { killed: 0, survived: 0, stale: 0 };
  const stack = await openFromSource('openTestStack');
  try {
    for (const mutation of chosen) {
      const { result, why, interrupted } = await tryOut(mutation, testEnv(stack));
      if (interrupted) return 130;
      results[result] += 1;
      console.log(
        `  ${MARKS[result]} ${mutation.area}: ${mutation.what}  (${result}${why ? `: ${why}` : ''})`,
      );
    }
  } finally {
    await stack.close();
  }
  const { killed, survived, stale } = results;
  console.log(`\n${killed} killed, ${survived} survived, ${stale} stale`);
  return survived + stale > 0 ? 1 : 0;
});

/** Runs the tests of a mutation until one fails. */
async function tryOut({ file, search, replace, tests, grep }, env) {
  const path = join(root, file);
  const found = existsSync(path) ? readFileSync(path, 'utf8').split(search).length - 1 : 0;
  if (found !== 1)
    return { result: 'stale', why: `\`${search.split('\n')[0]}\` is ${found} times in ${file}` };
  const folder = mkdtempSync(join(tmpdir(), 'commerce-mutation-'));
  const seen = join(folder, 'seen');
  const mutation = { url: pathToFileURL(path).href, search, replace, seen };
  const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
  const flags = ['--no-config', '--bail', '--exit', '--timeout', '60000'];
  const reporter = ['--reporter', join(here, 'count-reporter.cjs')];
  let output = '';
  try {
    const { interrupted } = await runFromSource(
      [mocha, ...flags, ...reporter, ...(grep ? ['--grep', grep] : []), ...tests],
      {
        ...env,
        SERVICE_TEST_REPORT: folder,
        SERVICE_MUTATION: JSON.stringify(mutation),
        NODE_OPTIONS: `--import ${pathToFileURL(join(here, 'mutate.mjs')).href}`,
      },
      {
        write: (chunk) => {
          output += chunk;
        },
      },
    );
    const { counts, failures } = readReport(folder);
    if (interrupted) return { interrupted };
    if (!existsSync(seen)) return { result: 'stale', why: 'its tests never load the file' };
    if (!counts || counts.passes + counts.failures === 0)
      return { result: 'stale', why: `no test ran: ${output.trim().split('\n').at(-1)}` };
    if (counts.failures === 0) return { result: 'survived' };
    const [{ title, message } = { title: 'a test', message: '' }] = failures;
    const why = `${title}: ${message.split('\n')[0].slice(0, MESSAGE_LENGTH)}`;
    // A failed set-up allows no conclusion about the tests behind it.
    return { result: title.includes('"before ') ? 'stale' : 'killed', why };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
