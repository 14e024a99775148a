import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

interface SaxonJs {
  transform(options: { stylesheetInternal: object; sourceText: string; destination: 'serialized' }): {
    principalResult: string;
  };
}

const require = createRequire(import.meta.url);

const rules = new Map<string, object>();

/** Checks a Cross Industry Invoice by the official rules of EN 16931; returns what it violates, such as `[BR-CO-17]-…`. */
export function validateCii(xml: string): string[] {
  return applyRules('cii-rules.sef.json.gz', xml);
}

/** Checks one by those of EN 16931 and of XRechnung, its warnings included. */
export function validateXRechnung(xml: string): string[] {
  return [...validateCii(xml), ...applyRules('xrechnung-cii-rules.sef.json.gz', xml)];
}

function applyRules(file: string, xml: string): string[] {
  const saxon: SaxonJs = require('saxon-js');
  const compiled = rules.get(file) ?? readRules(file);
  rules.set(file, compiled);
  const { principalResult } = saxon.transform({
    stylesheetInternal: compiled,
    sourceText: xml,
    destination: 'serialized',
  });
  if (!principalResult.includes('<svrl:fired-rule')) throw new Error('No rule was applied');
  const failed = /<svrl:failed-assert.*?<svrl:text[^>]*>(.*?)<\/svrl:text>/gs;
  return [...principalResult.matchAll(failed)].map(([, text = '']) => text.trim());
}

function readRules(file: string): object {
  return JSON.parse(gunzipSync(readFileSync(new URL(`./${file}`, import.meta.url))).toString());
}
