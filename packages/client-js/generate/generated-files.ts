import { readFileSync } from 'node:fs';
import { ALL_OPERATIONS } from '@service/contract';
import { printEvents } from './print-events.ts';
import { printRoutes, printTypes } from './print-operations.ts';

/** What src/generated holds, by file. */
export function generatedFiles(): Record<string, string> {
  return {
    'currencies.ts': copyOf('currencies.ts'),
    'events.ts': indented(printEvents()),
    'opening-hours.ts': copyOf('opening-hours.ts'),
    'routes.ts': indented(printRoutes(ALL_OPERATIONS)),
    'types.ts': indented(printTypes(ALL_OPERATIONS)),
  };
}

/** Of a file of the contract that needs no other. */
function copyOf(name: string): string {
  return readFileSync(new URL(`../../contract/src/${name}`, import.meta.url), 'utf8');
}

/** Two spaces for each brace that is open. */
function indented(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((raw) => {
    const line = raw.trim();
    if (line.startsWith('}')) depth -= 1;
    const indent = '  '.repeat(depth) + (/^\*/.test(line) ? ' ' : '');
    if (!/^(\/\*\*|\*)/.test(line) && line.endsWith('{')) depth += 1;
    return line === '' ? '' : indent + line;
  });
  return lines.join('\n');
}
