import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { createDatabase } from '../../testing/src/database.ts';
import { migrate, schemaScript } from '../src/index.ts';
import { readCatalogue, runScript } from './catalogue.ts';

const MIGRATIONS = readdirSync(new URL('../../../prisma/migrations', import.meta.url))
  .filter((name) => /^\d/.test(name))
  .sort();

describe('migrate', () => {
  it('applies every migration once, also when three processes start at once', async () => {
    const url = await createDatabase('migrate');

    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);

    expect(applied.filter((names) => names.length > 0)).to.deep.equal([MIGRATIONS]);
  });

  it('does nothing the second time', async () => {
    const url = await createDatabase('migrate');
    await migrate(url);
    const before = await readCatalogue(url);

    const applied = await migrate(url);

    expect(applied).to.deep.equal([]);
    expect(await readCatalogue(url)).to.deep.equal(before);
  });

  it('makes exactly the Prisma schema, and beyond it only what is named *_partial or *_check', async () => {
    const [migrated, pushed] = await Promise.all([createDatabase('migrated'), createDatabase('pushed')]);
    await migrate(migrated);
    await runScript(pushed, await schemaScript(pushed));

    const actual = await readCatalogue(migrated);
    const wanted = await readCatalogue(pushed);

    expect(Object.keys(wanted.columns)).to.include('tenants.publishable_key');
    expect(actual.columns).to.deep.equal(wanted.columns);
    expect(withoutExtras(actual.constraints, /_check$/)).to.deep.equal(wanted.constraints);
    // A unique constraint that Prisma can't say brings an index of its own name.
    expect(withoutExtras(actual.indexes, /_(partial|check)$/)).to.deep.equal(wanted.indexes);
  });
});

function withoutExtras(definitions: Record<string, string>, extra: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => !extra.test(name)));
}
