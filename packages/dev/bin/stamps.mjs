// Remembers what was done with which input, so that a step runs again only when its input has changed.
// Plain JavaScript without dependencies: it runs before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'generated', '.turbo', '.data', '.cache', '.git']);

/**
 * Opens the stamps kept in `file`. A missing or broken file means that nothing was done yet.
 * @param {string} file
 */
export function openStamps(file) {
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return {};
    }
  };
  return {
    /** @param {string} step @param {string} hash */
    isDone: (step, hash) => read()[step] === hash,
    /** @param {string} step @param {string} hash */
    markDone(step, hash) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify({ ...read(), [step]: hash }, null, 2)}\n`);
    },
  };
}

/**
 * Returns a hash over the names and contents of files; a folder means all files below it, and a missing path counts as such.
 * Generated and installed folders are left out.
 * @param {string} root the paths are relative to it
 * @param {string[]} paths
 * @param {(path: string) => boolean} [accept] which of the files count
 */
export function hashPaths(root, paths, accept = () => true) {
  const hash = createHash('sha256');
  for (const path of [...paths].sort()) {
    for (const file of listFiles(join(root, path))) {
      const name = relative(root, file);
      if (!accept(name)) continue;
      hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Answers the files below a path in a stable order; the path itself when it is a file, nothing when it is missing.
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter((entry) => !SKIPPED.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      if (entry.isDirectory()) return listFiles(child);
      return entry.isFile() ? [child] : [];
    });
}
