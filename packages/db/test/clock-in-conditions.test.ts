// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of sources that the check must find.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS = [
  'packages/core/src',
  'packages/delivery/src',
  'packages/db/src',
  'apps/api/src',
  'apps/worker/src',
];

/** A name that stands for a time of the process's clock, or for a function that returns one. */
const TIMES =
  /\b(?:const|let)\s+(\w+)\s*=\s*(?:\([^)]*\)\s*=>\s*)?(?:new Date\()?(?:Date|ctx|tx|system|context)\.now\(\)/g;

function comparisonsWith(name: string): RegExp[] {
  return [
    new RegExp(`(?:<|<=|>|>=)\\s*\\$\\{[^}]*(?<![.\\w])${name}(?!\\w)`, 'g'),
    new RegExp(`\\b(?:lt|lte|gt|gte):\\s*[^,}\\n]*(?<![.\\w])${name}(?!\\w)`, 'g'),
  ];
}

/** Where a statement compares a column with the clock of the process instead of the database's. */
function offencesIn(source: string): string[] {
  const names = [...source.matchAll(TIMES)].map(([, name]) => name ?? '');
  return ['(?:Date|ctx|tx|system|context)\\.now\\(\\)', ...names]
    .flatMap(comparisonsWith)
    .flatMap((pattern) => [...source.matchAll(pattern)].map(([found]) => found));
}

describe('a condition of a statement', () => {
  it('never compares a column with the clock of the process: what is old is for the database to say', () => {
    const offences = FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .flatMap((file) =>
          offencesIn(readFileSync(join(ROOT, folder, file), 'utf8')).map(
            (found) => `${folder}/${file}: ${found}`,
          ),
        ),
    );

    expect(offences.join('\n')).to.equal('');
  });

  it('is found by this check', () => {
    for (const source of [
      'sql`DELETE FROM t WHERE created_at < ${system.now()}`',
      'const before = new Date(system.now().getTime() - DAY_MS);\nsql`WHERE created_at <= ${before}`',
      'const before = (days: number) => new Date(system.now().getTime() - days);\nsql`WHERE at < ${before(30)}`',
      'const now = tx.now();\nfindFirst({ where: { expiresAt: { gt: now } } })',
      'findFirst({ where: { expiresAt: { gt: new Date(ctx.now().getTime() - 1) } } })',
    ])
      expect(offencesIn(source), source).to.not.be.empty;
    expect(
      offencesIn('const now = tx.dbNow();\nsql`WHERE at < ${now} SET at = ${tx.now()}`').join('\n'),
    ).to.equal('');
  });
});
