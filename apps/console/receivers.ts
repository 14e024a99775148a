import { readFileSync } from 'node:fs';

const DOCUMENT = new URL('../../docs/webhooks.md', import.meta.url);

/** The code of receivers, as the documentation has it (and its tests run it): the first block of each language. */
export function readReceivers(): { language: string; code: string }[] {
  const [, verify = ''] = readFileSync(DOCUMENT, 'utf8').split('\n## Verify\n');
  const chapter = verify.split('\n## ')[0] ?? '';
  const found = chapter.matchAll(/^### (\w+)\n.*?^```\w+\n(.*?)^```$/gms);
  return [...found].map(([, language = '', code = '']) => ({ language, code: code.trimEnd() }));
}
