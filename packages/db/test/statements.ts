import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What runs in the service; the rest is tools. */
const SOURCES = [
  'packages/core/src',
  'packages/delivery/src',
  'packages/jobs/src',
  'apps/api/src',
  'apps/worker/src',
  'apps/cli/src',
];

export interface Statement {
  /** Where it is written, from the root of the repository. */
  file: string;
  /** Without what is filled in: `?` stands for each value. */
  sql: string;
}

/** Every piece of SQL in the service's source that reads from or writes to a table. */
export function readStatements(): Statement[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => {
        const path = join(ROOT, folder, name);
        const file = relative(ROOT, path).replaceAll('\\', '/');
        return templatesOf(readFileSync(path, 'utf8'))
          .filter((sql) => tablesOf(sql).length > 0)
          .map((sql) => ({ file, sql }));
      }),
  );
}

const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?"?([a-z_]+)"?(?!\()/g;

/** The tables and the names of sub-queries that a statement reads from or writes to, each as often as it does. */
export function tablesOf(sql: string): string[] {
  return [...sql.matchAll(TABLE)].map(([, name = '']) => name);
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** The template literals of a source; one within another stands for itself, and leaves `?` there. */
export function templatesOf(source: string): string[] {
  const code = source.replace(COMMENTS, '');
  const found: string[] = [];
  /** Each open literal, or the depth of braces in an expression of one. */
  const open: ({ text: string } | { braces: number })[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const char = code[at];
    const inner = open.at(-1);
    if (inner && 'text' in inner) {
      if (char === '`') found.push((open.pop() as { text: string }).text);
      else if (char === '$' && code[at + 1] === '{') {
        inner.text += '?';
        open.push({ braces: 0 });
        at += 1;
      } else inner.text += char;
    } else if (char === '`') open.push({ text: '' });
    else if (inner && char === '{') inner.braces += 1;
    else if (inner && char === '}' && inner.braces-- === 0) open.pop();
  }
  return found;
}
