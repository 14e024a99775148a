// Separates the paths from mocha's flags in the arguments of `npm test`, and finds the test files.
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { SetupError } from './bootstrap.mjs';
import { listFiles } from './stamps.mjs';

const TAKES_VALUE =
  /^(-[gfRrtsjO]|--(grep|fgrep|reporter|reporter-options?|require|timeout|slow|jobs|retries|file|ignore|exclude|spec))$/;

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {{ files: string[], flags: string[], isWhole: boolean, isBusy: boolean, postgres: string | undefined, node: string | undefined }} isWhole
 *   when no path was given; postgres and node are the major versions that `--postgres` and `--node` ask for
 */
export function readTestArguments(root, args) {
  const paths = [];
  const flags = [];
  const versions = { '--postgres': undefined, '--node': undefined };
  for (const [index, arg] of args.entries()) {
    const isValue = index > 0 && TAKES_VALUE.test(args[index - 1]);
    if (Object.hasOwn(versions, args[index - 1])) versions[args[index - 1]] = arg;
    else if (Object.hasOwn(versions, arg)) continue;
    else if (arg === '--busy') continue;
    else if (arg.startsWith('-') || isValue) flags.push(arg);
    else paths.push(findPath(root, arg));
  }
  const isWhole = paths.length === 0;
  const files = (isWhole ? ['apps', 'packages'].map((group) => join(root, group)) : paths).flatMap(listFiles);
  const tests = files
    .map((file) => relative(root, file))
    .filter((file) => isTest(file) || (!isWhole && isLongTest(file)));
  return {
    files: [...new Set(tests)].sort(),
    flags,
    isWhole,
    isBusy: args.includes('--busy'),
    postgres: versions['--postgres'],
    node: versions['--node'],
  };
}

function isTest(file) {
  return /^(apps|packages)\/[^/]+\/(src|test)\/.*\.test\.ts$/.test(file) && !file.includes('/template/');
}

/**
 * Whether a test kills processes, or needs minutes or a program that few machines have: it runs only when its folder or its name
 * is given.
 */
function isLongTest(file) {
  return /^apps\/[^/]+\/test\/.*\.chaos\.ts$/.test(file);
}

function findPath(root, arg) {
  const found = [resolve(root, arg), resolve(arg)].find((path) => existsSync(path));
  if (!found)
    throw new SetupError(
      `There is no file or folder \`${arg}\`. Flags for mocha follow two dashes: npm test -- --grep word`,
    );
  return found;
}
