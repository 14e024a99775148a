// The results that the mocha processes of a test run leave behind, and their report in the end.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const MESSAGE_LINES = 12;
const LINE_LENGTH = 400;
const FRAMES = 4;

/**
 * @typedef {{ title: string, file?: string, message: string, stack?: string }} Failure
 * @typedef {{ file?: string, reason: string }} Skip
 * @typedef {{ passes: number, failures: number, pending: number, cpuSeconds?: number }} Counts
 */

/**
 * Reads what count-reporter.cjs has written into a folder; no counts: mocha didn't get to its end.
 * @param {string} folder
 * @returns {{ counts?: Counts, failures: Failure[], skips: Skip[] }}
 */
export function readReport(folder) {
  const counts = join(folder, 'counts.json');
  return {
    ...(existsSync(counts) ? { counts: JSON.parse(readFileSync(counts, 'utf8')) } : {}),
    failures: readLines(join(folder, 'failures.ndjson')),
    skips: readLines(join(folder, 'skips.ndjson')),
  };
}

function readLines(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/**
 * Names every failed test: its full title, its file, and the beginnings of its message and of its stack.
 * @param {string} root
 * @param {Failure[]} failures
 */
export function describeFailures(root, failures) {
  const entries = failures.map(({ title, file, message, stack }, index) => {
    const lines = [
      `${index + 1}) ${title}`,
      ...(file ? [`   ${relative(root, file)}`] : []),
      ...shorten(message).map((line) => `   ${line}`),
      ...framesOf(stack).map((frame) => `     ${frame.replaceAll(`${root}/`, '')}`),
    ];
    return lines.map((line) => `  ${line}\n`).join('');
  });
  return `\nFailed:\n\n${entries.join('\n')}`;
}

/**
 * Why tests were skipped, how many for each reason, and in which files.
 * @param {string} root
 * @param {Skip[]} skips
 */
export function describeSkips(root, skips) {
  const reasons = [...new Set(skips.map(({ reason }) => reason))];
  const entries = reasons.map((reason) => {
    const alike = skips.filter((skip) => skip.reason === reason);
    const files = new Set(alike.map(({ file }) => file && relative(root, file)));
    return `  ${alike.length}: ${reason} (${[...files].join(', ')})\n`;
  });
  return `\nSkipped:\n\n${entries.join('')}`;
}

/** A message may hold whole answers. */
function shorten(message) {
  const lines = message.split('\n');
  const shown = lines.slice(0, MESSAGE_LINES).map((line) => {
    return line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)} …` : line;
  });
  return lines.length > MESSAGE_LINES ? [...shown, `… ${lines.length - MESSAGE_LINES} more lines`] : shown;
}

/** The frames of our own code. */
function framesOf(stack = '') {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const own = frames.filter((frame) => !/node_modules|\bnode:/.test(frame));
  return (own.length > 0 ? own : frames).slice(0, FRAMES).map((frame) => frame.trim().replace('file://', ''));
}

/** @param {Counts} counts */
export function lastLine({ passes, failures, pending }) {
  return `${passes} passed, ${failures} failed, ${pending} skipped`;
}
