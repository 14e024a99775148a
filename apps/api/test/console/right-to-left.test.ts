import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const CONSOLE = fileURLToPath(new URL('../../../console/src', import.meta.url));

/** Declarations that name left or right, which stay where they are when text runs the other way. */
function physical(css: string): string[] {
  return [...css.matchAll(/([a-z-]+):\s*([^;{}]+);/g)].flatMap(([declaration, property = '', value = '']) => {
    const [, right, , left] = value.split(/\s+(?![^(]*\))/);
    const isPhysical =
      /\b(?:left|right)\b/.test(property) ||
      (/^(?:text-align|float|clear)$/.test(property) && /left|right/.test(value)) ||
      (/^(?:margin|padding|inset|border-width)$/.test(property) && left !== undefined && left !== right) ||
      (property === 'box-shadow' && /inset [^0 ]/.test(value)) ||
      value.includes('translateX');
    return isPhysical ? [declaration] : [];
  });
}

describe('the console’s styles', () => {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );

  it('name no left and no right, so that text may run from right to left', () => {
    expect(files).to.not.be.empty;
    for (const file of files)
      expect(physical(readFileSync(join(CONSOLE, file), 'utf8')), file).to.deep.equal([]);
  });

  it('would be found if they did', () => {
    const bad = [
      'margin-left: 1px;',
      'right: 0;',
      'text-align: left;',
      'padding: 1px 2px 3px 4px;',
      'inset: 0 auto 0 min(1px, 2%);',
      'box-shadow: inset 3px 0 red;',
      'transform: translateX(2px);',
    ];
    const good = ['padding: 1px 2px 3px 2px;', 'margin-inline-start: 1px;', 'inset: 0 calc(1px + 2px);'];
    expect(physical(`a { ${[...bad, ...good].join(' ')} }`)).to.deep.equal(bad);
  });
});
