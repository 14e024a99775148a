import { catalog } from '@service/core';
import { expect } from 'chai';
import { CSV, NDJSON, useImports } from './import-scene.ts';

describe('GET /admin/v1/products/export', () => {
  const scene = useImports();
  const { lines, products, take, tea } = scene;

  it('has every variant once, over several pages', async () => {
    const skus = Array.from({ length: 120 }, (_, index) => `TEA-${index}`);
    await take(lines(...skus.map((sku, index) => ({ ...tea, sku, slug: `tea-${index % 60}` }))));

    const exported = await fetch(`${scene.api.url}/admin/v1/products/export`, {
      headers: { Authorization: `Bearer ${scene.token}` },
    });

    const rows = (await exported.text()).trim().split('\n');
    expect(rows.map((row) => JSON.parse(row).sku)).to.have.members(skus);
  });

  it('has text that a spreadsheet would run as text, and reads it back unchanged', async () => {
    const titles = [
      '=HYPERLINK("https://evil.example")',
      '+1',
      '-1',
      '@SUM(A1)',
      "'=1",
      "''quoted''",
      'a;=1',
      '\t=1',
    ];
    await take(
      lines(...titles.map((title, row) => ({ ...tea, slug: `tea-${row}`, sku: `TEA-${row}`, title }))),
    );
    const written = await products();

    const exported = await fetch(`${scene.api.url}/admin/v1/products/export?format=csv`, {
      headers: { Authorization: `Bearer ${scene.token}` },
    });
    const file = await exported.text();

    expect(file).to.include(`"'=HYPERLINK(""https://evil.example"")"`).and.to.include(',"a;=1",');
    for (const cell of file.split(/[\n,]/)) expect(cell).to.not.match(/^"?[=+@\t-]/);
    expect(await take(file, CSV)).to.include({ rows: titles.length, unchanged: titles.length, refused: 0 });
    expect(await products()).to.deep.equal(written);
  });

  for (const [format, type] of [
    ['ndjson', NDJSON],
    ['csv', CSV],
  ] as const) {
    it(`writes ${format} in the shape that it imports`, async () => {
      await catalog.createCategory(scene.shop.admin, { name: 'Green' });
      const images = [{ url: 'https://images.example.com/tea.jpg', alt: '"A", cup' }];
      await take(
        lines(
          {
            ...tea,
            options: { 'a,"b"': 'c\nd' },
            description: '- 1,\n"2"',
            allowBackorder: true,
            taxClass: 'reduced',
            lengthMm: 4,
            categories: ['green'],
            images,
          },
          { ...tea, sku: 'TEA-2', stockQuantity: 8, variantTitle: 'Tin', variantTaxClass: 'standard' },
        ),
      );
      const before = await products();

      const answer = await fetch(`${scene.api.url}/admin/v1/products/export?format=${format}`, {
        headers: { Authorization: `Bearer ${scene.token}` },
      });
      const file = await answer.text();
      const again = await take(file, type);

      expect(answer.status, file).to.equal(200);
      expect(answer.headers.get('content-type')).to.match(new RegExp(`^${type}`));
      expect(again, file).to.include({ rows: 2, unchanged: 2, refused: 0 });
      expect(await products()).to.deep.equal(before);
    });
  }
});
