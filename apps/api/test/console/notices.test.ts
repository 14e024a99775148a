import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const CORE = fileURLToPath(new URL('../../../../packages/core/src', import.meta.url));
const { NOTICES, noticeIn } = await import(
  new URL('../../../console/src/i18n/notices.ts', import.meta.url).href
);

describe('a notice in German', () => {
  const sources = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${CORE}/${file}`, 'utf8'));

  it('is of one that the service still writes, word for word', () => {
    const unwritten = Object.keys(NOTICES).filter((english) => {
      const parts = english.split(/\{\w+\}/).map((part) => part.replaceAll('`', '\\`'));
      return !sources.some((source) => parts.every((part) => source.includes(part)));
    });

    expect(unwritten).to.deep.equal([]);
  });

  it('is there for every title that the service writes', () => {
    const titles = sources
      .filter((source) => /\b(notifyAdmins|alertOperators|notifyEveryStore)\(/.test(source))
      .flatMap((source) => [...source.matchAll(/\btitle: (['`])(.+)\1/g)].map(([, , title = '']) => title))
      .map((title) => title.replace(/\$\{.+?\}/g, 'X'));

    expect(titles).to.include('A refund did not go through');
    expect(titles.filter((title) => noticeIn('de', title) === title)).to.deep.equal([]);
  });

  it('keeps what the service filled in, also where that is a text itself', () => {
    expect(noticeIn('de', 'The webhook endpoint at erp.example.com was paused')).to.equal(
      'Der Webhook-Endpunkt bei erp.example.com wurde angehalten',
    );
    expect(
      noticeIn(
        'de',
        'Endpoint 7 was paused because it returned 410 Gone. Its deliveries wait; resume it once the endpoint is fixed.',
      ),
    ).to.match(/^Der Endpunkt 7 wurde angehalten, weil er 410 Gone antwortete\./);
  });

  it('of a module, or in English, stays as it was written', () => {
    expect(noticeIn('de', 'A price fell')).to.equal('A price fell');
    expect(noticeIn('en', 'A payment is disputed')).to.equal('A payment is disputed');
  });
});
