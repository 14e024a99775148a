import { expect } from 'chai';
import { slugOf } from './slug.ts';

describe('the slug of a name', () => {
  for (const [name, slug] of Object.entries({
    'Crème brûlée!': 'creme-brulee',
    'Große Äpfel': 'grosse-apfel',
    'Łódź — smørrebrød': 'lodz-smorrebrod',
    'Продукты питания': 'produkty-pitaniya',
    Ελληνικά: 'ellinika',
    你好世界: 'ni-hao-shi-jie',
    'a_b.c~d--e': 'a-b-c-d-e',
    '💚': 'category',
    '': 'category',
  })) {
    it(`is ${slug} for ${JSON.stringify(name)}`, async () => {
      expect(await slugOf(name, 'category')).to.equal(slug);
    });
  }

  it('is cut where the contract wants it cut, and never ends in a hyphen', async () => {
    expect(await slugOf(`${'x'.repeat(254)} y`, 'category')).to.equal('x'.repeat(254));
  });
});
