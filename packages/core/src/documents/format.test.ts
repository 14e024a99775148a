import { expect } from 'chai';
import { formatOf } from './format.ts';

describe('the format of documents', () => {
  it('says what two days have in common once', () => {
    const range = (locale: 'de' | 'en', from: string, to: string) => formatOf(locale).days(from, to);

    expect(range('de', '2026-01-15', '2026-01-28')).to.equal('15.–28. Januar 2026');
    expect(range('en', '2026-01-15', '2026-01-15')).to.equal('15 January 2026');
  });
});
