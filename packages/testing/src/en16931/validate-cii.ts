import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

interface SaxonJs {
  transform(options: { stylesheetInternal: object; sourceText: string; destination: 'serialized' }): {
    principalResult: string;
  };
}

const require = createRequire(import.meta.url);

let rules: object | undefined;

/** Checks a Cross Industry Invoice by the official rules of EN 16931; returns what it violates, such as `[BR-CO-17]-…`. */
export function validateCii(xml: string): string[] {
  const saxon: SaxonJs = require('saxon-js');
  rules ??= readRules();
  const { principalResult } = saxon.transform({
    stylesheetInternal: rules,
    sourceText: xml,
    destination: 'serialized',
  });
  if (!principalResult.includes('<svrl:fired-rule')) throw new Error('No rule was applied');
  const failed = /<svrl:failed-assert.*?<svrl:text>(.*?)<\/svrl:text>/gs;
  return [...principalResult.matchAll(failed)].map(([, text = '']) => text.trim());
}

function readRules(): object {
  return JSON.parse(gunzipSync(readFileSync(new URL('./cii-rules.sef.json.gz', import.meta.url))).toString());
}
