// Rules of the code base that no linter knows. Each names its exceptions, each with its reason.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFiles } from '../bin/stamps.mjs';
import { clock } from './clock.mjs';
import { connections } from './connections.mjs';
import { deadlines } from './deadlines.mjs';
import { json } from './json.mjs';
import { loading } from './loading.mjs';
import { locks } from './locks.mjs';
import { outgoing } from './outgoing.mjs';
import { pages } from './pages.mjs';
import { isBrowserTest } from './places.mjs';
import { responses } from './responses.mjs';
import { slow } from './slow.mjs';
import { readSource } from './source.mjs';
import { statements } from './statements.mjs';
import { tables } from './tables.mjs';
import { timers } from './timers.mjs';
import { transactions } from './transactions.mjs';

export const RULES = [
  timers,
  connections,
  outgoing,
  deadlines,
  responses,
  tables,
  clock,
  json,
  transactions,
  slow,
  statements,
  loading,
  locks,
  pages,
];

/**
 * @typedef {import('./source.mjs').Node} Node
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} message what the code does that it may not, and what to do instead
 * @property {(path: string) => boolean} appliesTo
 * @property {(source: import('./source.mjs').Source) => Node[]} find
 * @property {Record<string, string>} allowed the reason of each `path#name` that may: what the file declares by that name, or of a
 *   whole file
 */

/**
 * Returns a line for each place that breaks a rule, and for each exception that nothing needs any more.
 * @param {{ path: string, code: string }[]} files
 * @param {Rule[]} rules
 */
export function findBreaches(files, rules = RULES) {
  const used = new Set();
  const breaches = files.flatMap(({ path, code }) => {
    const own = rules.filter((rule) => rule.appliesTo(path));
    if (own.length === 0) return [];
    const source = readSource(path, code);
    return own.flatMap((rule) => {
      return rule.find(source).flatMap((node) => {
        const places = [path, ...source.namesAround(node).map((name) => `${path}#${name}`)];
        const exceptions = places.filter((place) => rule.allowed[place]);
        for (const place of exceptions) used.add(`${rule.name} ${place}`);
        return exceptions.length > 0 ? [] : `${path}:${source.lineOf(node)} ${rule.message} (${rule.name})`;
      });
    });
  });
  const stale = rules.flatMap(({ name, allowed }) =>
    Object.keys(allowed)
      .filter((path) => !used.has(`${name} ${path}`))
      .map((path) => `${path} is an exception of the rule ${name} without need`),
  );
  return [...breaches, ...stale];
}

/**
 * The sources of the service and its command, and tests in a browser; the others may do anything.
 * @param {string} root
 */
export function readFiles(root) {
  return ['apps', 'packages']
    .flatMap((group) => listFiles(join(root, group)))
    .map((file) => relative(root, file))
    .filter((path) => isSource(path) || isBrowserTest(path))
    .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8') }));
}

function isSource(path) {
  return /^[^/]+\/[^/]+\/src\/.*\.[cm]?ts$/.test(path) && !/\.test\.ts$|\.d\.ts$/.test(path);
}
