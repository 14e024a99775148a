import { catalog } from '@service/core';
import { expect } from 'chai';
import { snapshot } from '../table-snapshot.ts';
import { CSV, NDJSON, useImports } from './import-scene.ts';

describe('an import of what exists', () => {
  const scene = useImports();
  const { send, lines, progress, refusedRows, products, take, tea } = scene;

  const reasons = async (id: string) =>
    (await refusedRows(id)).map(({ reason }: { reason: string }) => reason);
  const variants = async () => {
    const found = (await products()).flatMap(({ variants }: { variants: object[] }) => variants);
    return new Map(
      found.map(({ sku, ...fields }: { sku: string; [name: string]: unknown }) => [sku, fields] as const),
    );
  };

  it('needs no more of a variant than its SKU', async () => {
    await take(lines({ ...tea, stockQuantity: 4 }, { ...tea, sku: 'TEA-2' }));

    const done = await take('sku;price\nTEA-1;7,50\nTEA-2;5.00\n', CSV);

    expect(done).to.include({ created: 0, updated: 1, unchanged: 1, refused: 0 });
    expect((await variants()).get('TEA-1')).to.include({ priceAmount: 750, stockQuantity: 4 });
  });

  it('takes a new SKU of a product that exists, and rows that name what earlier rows make', async () => {
    await take(lines(tea));

    const done = await take(
      lines(
        { slug: 'tea', sku: 'TEA-2', price: '9' },
        { slug: 'mug', title: 'Mug', sku: 'MUG-1', price: '1.5' },
        { slug: 'mug', sku: 'MUG-2', price: '2' },
        { sku: 'MUG-2', variantTitle: 'Large' },
      ),
    );

    expect(done).to.include({ created: 4, refused: 0 });
    const found = await variants();
    expect(found.get('TEA-2')).to.include({ priceAmount: 900 });
    expect(found.get('MUG-1')).to.include({ priceAmount: 150 });
    expect(found.get('MUG-2')).to.include({ priceAmount: 200, title: 'Large' });
  });

  it('reads prices by the digits of their currency, and refuses what may be meant as a thousand', async () => {
    const file = [
      'slug,title,sku,currency,price,priceAmount,compareAtPrice',
      'a,A,A,EUR,1250,,1300.5',
      'b,B,B,JPY,1250,,',
      'c,C,C,TND,1.250,,',
      'd,D,D,EUR,1.250,,',
      'e,E,E,EUR,"1,250.00",,',
      'f,F,F,EUR,1,100,',
      'g,G,G,EUR,1,,1.234',
      'h,H,H,EUR,,,',
      'i,,I,EUR,1,,',
      ',,J,EUR,1,,',
    ];

    const done = await take(file.join('\n'), CSV);

    expect(done).to.include({ created: 3, refused: 7 });
    const found = await variants();
    expect([...found.keys()].sort()).to.deep.equal(['A', 'B', 'C']);
    expect(found.get('A')).to.include({ priceAmount: 125000, compareAtAmount: 130050 });
    expect(found.get('B')).to.include({ priceAmount: 1250 });
    expect(found.get('C')).to.include({ priceAmount: 1250 });
    const tooFine = 'An amount has more digits behind the point than EUR has.';
    const [, , ...rest] = await reasons(done.id);
    expect(rest).to.deep.equal([
      'Give either price or priceAmount.',
      tooFine,
      'A new SKU needs price or priceAmount.',
      'A new product needs a title.',
      'There is no SKU J: a new one needs a slug.',
    ]);
  });

  it('takes an export without the stock back, and one with it if asked', async () => {
    await take(lines({ ...tea, stockQuantity: 4, options: { Size: 'S' } }));
    const exported = async (query: string) => {
      const headers = { Authorization: `Bearer ${scene.token}` };
      return (await fetch(`${scene.api.url}/admin/v1/products/export?${query}`, { headers })).text();
    };
    const [without, whole] = [await exported('format=csv'), await exported('format=csv&stock=true')];
    const lines_ = await exported('stock=true');
    await take(lines({ sku: 'TEA-1', stockQuantity: 1 }));

    expect(await take(without, CSV)).to.include({ updated: 0, unchanged: 1 });
    expect((await variants()).get('TEA-1')).to.include({ stockQuantity: 1 });
    expect(await take(whole, CSV)).to.include({ updated: 1 });
    expect((await variants()).get('TEA-1')).to.include({ stockQuantity: 4 });
    expect(JSON.parse(lines_)).to.include({ stockQuantity: 4 });
    expect(JSON.parse(await exported(''))).not.to.have.property('stockQuantity');
  });

  describe('as a dry run', () => {
    const tryOut = async (body: string, type = NDJSON) => {
      const { id } = (await send(body, type, { dryRun: true })).expect(202);
      await catalog.processImports(scene.api.env.system);
      return progress(id);
    };

    it('counts what would become of the rows, shows what differs, and changes nothing', async () => {
      await take(lines({ ...tea, stockQuantity: 2 }, { ...tea, sku: 'TEA-2' }));
      const before = await snapshot(scene.api.env);
      const file = lines(
        { sku: 'TEA-1', price: '7.50', title: 'Green tea' },
        { ...tea, title: 'Green tea', sku: 'TEA-2' },
        { sku: 'NONE', price: '1' },
        { slug: 'mug', title: 'Mug', sku: 'MUG', price: '1' },
      );

      const tried = await tryOut(file);

      expect(tried).to.include({ dryRun: true, status: 'completed', processed: 4 });
      expect(tried).to.include({ created: 1, updated: 2, unchanged: 0, refused: 1 });
      const titles = [{ title: 'Tea' }, { title: 'Green tea' }];
      expect(tried.changes).to.deep.equal([
        {
          row: 1,
          sku: 'TEA-1',
          before: { ...titles[0], priceAmount: 500 },
          after: { ...titles[1], priceAmount: 750 },
        },
        { row: 2, sku: 'TEA-2', before: titles[0], after: titles[1] },
      ]);
      expect(await reasons(tried.id)).to.deep.equal(['There is no SKU NONE: a new one needs a slug.']);
      const after = await snapshot(scene.api.env);
      const own = ['file_imports', 'file_import_rows'];
      for (const table of own) {
        delete before[table];
        delete after[table];
      }
      expect(after).to.deep.equal(before);
      // The same file then does what was counted.
      expect(await take(file)).to.include({
        dryRun: false,
        created: 1,
        updated: 2,
        unchanged: 0,
        refused: 1,
      });
    });

    it('goes through a file of more rows than a batch, and keeps five of the changes', async () => {
      const rows = Array.from({ length: 1001 }, (_, at) => ({
        slug: 's',
        title: 'S',
        sku: `S-${at}`,
        price: '1',
      }));
      await take(lines(...rows));

      const tried = await tryOut(lines(...rows.map(({ sku }) => ({ sku, price: '2' }))));

      expect(tried).to.include({ rows: 1001, processed: 1001, updated: 1001, refused: 0 });
      expect(tried.changes.map(({ row }: { row: number }) => row)).to.deep.equal([1, 2, 3, 4, 5]);
      expect((await variants()).get('S-7')).to.include({ priceAmount: 100 });
    });
  });
});
