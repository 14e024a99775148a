import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parseSync } from 'oxc-parser';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !path.startsWith('.changeset/') && existsSync(join(ROOT, path)));

/** Pages with longer lines, up to 160. One that is wrapped leaves the list; no other page joins it. */
const WIDE_PAGES = [
  'CHANGELOG.md',
  'docs/orders-and-payments.md',
  'docs/proved.md',
  'docs/scaling.md',
  'docs/webhooks.md',
];

const workflows = ['ci', 'nightly'].map((name) => `.github/workflows/${name}.yml`);

/** The scripts of the package that a page belongs to, and of the repository. */
function scriptsAt(page: string): string[] {
  const own = page.startsWith('packages/') || page.startsWith('apps/') ? page.split('/').slice(0, 2) : [];
  const named = ['contract', 'client-js', 'config'].map((name) => ['packages', name]);
  return [[], own, ...named].flatMap((folder) => {
    const { scripts = {} } = JSON.parse(read(join(...folder, 'package.json')));
    return Object.keys(scripts);
  });
}

const withoutCode = (text: string) => text.replace(/^( *)```.*?^\1```$/gms, '');

/** The blocks of these languages, as a reader copies them. */
function blocksIn(page: string, ...languages: string[]): string[] {
  return [...read(page).matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)]
    .filter(([, , language = '']) => languages.includes(language))
    .map(([, , , block = '']) => block);
}

/** What a parser says of a program, or of the members of an object. */
function mistakesIn(code: string): string[] {
  const [program = [], members = []] = [code, `({${code}})`].map(
    (each) => parseSync('example.ts', each, { sourceType: 'module' }).errors,
  );
  return members.length === 0 ? [] : program.map(({ message }) => message);
}

/** As GitHub makes them of the headings, but for the number that it adds to the second of a name. */
function anchorsIn(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

describe('the documents', () => {
  it('link to files that exist', () => {
    for (const page of pages) {
      const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:|\/)([^)\s#]+)/g)].map(
        ([, link = '']) => link,
      );
      for (const link of links)
        expect(existsSync(join(ROOT, dirname(page), link)), `${page}: ${link}`).to.equal(true);
    }
  });

  it('link to headings that exist, each under a name of its own', () => {
    const anchors = new Map(pages.map((page) => [page, anchorsIn(read(page))]));
    for (const page of pages) {
      const text = withoutCode(read(page));
      for (const [, file = '', anchor = ''] of text.matchAll(/\]\((?!https?:|\/)([^)\s#]*)#([^)\s]+)\)/g)) {
        const target = file === '' ? page : join(dirname(page), file);
        expect(anchors.get(target) ?? [], `${page}: ${file}#${anchor}`).to.include(anchor);
      }
    }
    const decisions = anchors.get('docs/decisions.md') ?? [];
    expect(decisions).to.have.length.above(20);
    expect(decisions.filter((anchor, index) => decisions.indexOf(anchor) < index)).to.deep.equal([]);
  });

  it('name commands that exist, as the workflows do', () => {
    for (const page of [...pages, ...workflows]) {
      const named = [...read(page).matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)].map(
        ([, name]) => name,
      );
      if (named.length > 0) expect(scriptsAt(page), page).to.include.members(named);
    }
  });

  it('name tests, benches and areas of mutations that exist', () => {
    for (const page of [...pages, ...workflows]) {
      const text = read(page);
      for (const [, area] of text.matchAll(/\bnpm run mutation ([a-z-]+)/g))
        expect(existsSync(join(ROOT, `packages/dev/bin/mutations/${area}.mjs`)), `${page}: ${area}`).to.equal(
          true,
        );
      for (const [, path = ''] of text.matchAll(/\bnpm test ([\w./-]+\/[\w./-]+)/g))
        expect(existsSync(join(ROOT, path)), `${page}: ${path}`).to.equal(true);
      for (const [, name] of text.matchAll(/\bnpm run bench (?!compare\b|smoke\b)([a-z-]+)/g))
        expect(existsSync(join(ROOT, `packages/bench/src/${name}.ts`)), `${page}: ${name}`).to.equal(true);
    }
  });

  it('show JSON and JavaScript that a parser takes, also in pages of HTML', () => {
    for (const page of pages) {
      for (const block of blocksIn(page, 'json')) expect(() => JSON.parse(block), page).to.not.throw();
      const scripts = blocksIn(page, 'html').flatMap((html) =>
        [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script),
      );
      for (const code of [...blocksIn(page, 'js', 'ts'), ...scripts])
        expect(mistakesIn(code), `${page}: ${code}`).to.deep.equal([]);
    }
  });

  it('name packages by the files that `npm run pack` writes', () => {
    for (const page of pages)
      for (const [, name, version] of read(page).matchAll(
        /dist\/packages\/service-([a-z-]+)-(\d[\d.]*)\.tgz/g,
      ))
        expect(JSON.parse(read(`packages/${name}/package.json`)).version, page).to.equal(version);
  });

  it('run no stranger’s package: outside of a checkout npx asks the registry for the name', () => {
    for (const page of pages) expect(read(page), page).to.not.match(/\bnpx (?!--yes \S+@\d)[\w@]/);
  });

  it('say it in words that readers don’t stumble over, as the console and the reference do', () => {
    const texts = readdirSync(join(ROOT, 'apps/console/src/i18n')).map(
      (file) => `apps/console/src/i18n/${file}`,
    );
    for (const page of [...pages, ...texts, 'openapi.json'])
      expect(read(page), page).to.not.match(/\b(whoever|anew|ways out|one of a kind|of before)\b/i);
  });

  it('wrap their lines at 130 characters, but for tables and code', () => {
    for (const page of pages) {
      const widest = WIDE_PAGES.includes(page) ? 160 : 130;
      const wide = withoutCode(read(page))
        .split('\n')
        .filter((line) => line.length > widest && !/^ *\|/.test(line));
      expect(wide, page).to.deep.equal([]);
    }
  });

  it('name subcommands of `commerce` that exist', () => {
    const folder = join(ROOT, 'apps/cli/src/commands');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
    const known = [...sources.join('').matchAll(/\.command\('([\w-]+)/g)].map(([, name]) => name);
    for (const page of pages) {
      const code = [...read(page).matchAll(/`[^`]+`/g)].join('\n');
      const named = [...code.matchAll(/\bcommerce ([a-z][\w-]*)/g)].map(([, name]) => name);
      if (named.length > 0) expect(known, page).to.include.members(named);
    }
  });
});
