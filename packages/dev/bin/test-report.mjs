// What the mocha processes of a test run leave behind, and how it is told in the end.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const MESSAGE_LINES = 12;
const LINE_LENGTH = 400;
const FRAMES = 4;
/** More than this isn't chance. */
const MOST_REPEATED = 3;

/**
 * @typedef {{ title: string, file?: string, message: string, stack?: string }} Failure
 * @typedef {{ passes: number, failures: number, pending: number }} Counts
 */

/**
 * Reads what count-reporter.cjs has written into a folder; no counts: mocha didn't get to its end.
 * @param {string} folder
 * @returns {{ counts?: Counts, failures: Failure[] }}
 */
export function readReport(folder) {
  const counts = join(folder, 'counts.json');
  const failures = join(folder, 'failures.ndjson');
  return {
    ...(existsSync(counts) ? { counts: JSON.parse(readFileSync(counts, 'utf8')) } : {}),
    failures: existsSync(failures)
      ? readFileSync(failures, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [],
  };
}

/**
 * Names every failed test: its full title, its file, and the beginnings of its message and of its stack.
 * @param {string} root
 * @param {string} heading
 * @param {Failure[]} failures
 */
export function describeFailures(root, heading, failures) {
  const entries = failures.map(({ title, file, message, stack }, index) => {
    const lines = [
      `${index + 1}) ${title}`,
      ...(file ? [`   ${relative(root, file)}`] : []),
      ...shorten(message).map((line) => `   ${line}`),
      ...framesOf(stack).map((frame) => `     ${frame.replaceAll(`${root}/`, '')}`),
    ];
    return lines.map((line) => `  ${line}\n`).join('');
  });
  return `\n${heading}:\n\n${entries.join('\n')}`;
}

/**
 * The files that are worth another run alone: of a few failures, none of which is a process that ended early.
 * @param {Failure[]} failures
 * @returns {string[]}
 */
export function filesToRepeat(failures) {
  const files = new Set(failures.map(({ file }) => file));
  return files.size > MOST_REPEATED || files.has(undefined) ? [] : [...files];
}

/** A message may hold whole answers. */
function shorten(message) {
  const lines = message.split('\n');
  const shown = lines.slice(0, MESSAGE_LINES).map((line) => {
    return line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)} …` : line;
  });
  return lines.length > MESSAGE_LINES ? [...shown, `… ${lines.length - MESSAGE_LINES} more lines`] : shown;
}

/** Where it happened, as far as it happened in our own code. */
function framesOf(stack = '') {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const own = frames.filter((frame) => !/node_modules|\bnode:/.test(frame));
  return (own.length > 0 ? own : frames).slice(0, FRAMES).map((frame) => frame.trim().replace('file://', ''));
}

/** @param {Counts & { unsteady: number }} counts */
export function lastLine({ passes, failures, pending, unsteady }) {
  const rest = [
    ...(pending > 0 ? [`${pending} skipped`] : []),
    ...(unsteady > 0 ? [`${unsteady} passed the second time`] : []),
  ];
  return [`${passes} passed`, `${failures} failed`, ...rest].join(', ');
}
