import { expect } from 'chai';
import { formatOpeningHours, type OpeningHours } from './opening-hours.ts';

const open = (day: OpeningHours['day'], opens: string, closes: string) => ({ day, opens, closes });

describe('opening hours', () => {
  it('of consecutive days that open alike share a row, in the language of the reader', () => {
    const hours = [
      open('tuesday', '13:00', '18:00'),
      open('tuesday', '09:00', '12:00'),
      open('monday', '09:00', '12:00'),
      open('monday', '13:00', '18:00'),
      open('wednesday', '09:00', '12:00'),
      open('sunday', '18:00', '24:00'),
    ];

    expect(formatOpeningHours(hours, 'de')).to.deep.equal([
      { days: 'Montag – Dienstag', times: '09:00 – 12:00, 13:00 – 18:00' },
      { days: 'Mittwoch', times: '09:00 – 12:00' },
      { days: 'Sonntag', times: '18:00 – 00:00' },
    ]);
    expect(formatOpeningHours(hours.slice(-1), 'en-GB')).to.deep.equal([
      { days: 'Sunday', times: '18:00 – 00:00' },
    ]);
  });

  it('of days that open alike and don’t follow each other stand apart', () => {
    const hours = [open('monday', '10:00', '11:00'), open('wednesday', '10:00', '11:00')];

    expect(formatOpeningHours(hours, 'de').map(({ days }) => days)).to.deep.equal(['Montag', 'Mittwoch']);
    expect(formatOpeningHours([], 'de')).to.deep.equal([]);
  });
});
