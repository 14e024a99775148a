import { expect } from 'chai';
import { recordStatements } from '../../testing/src/across-stores.ts';
import { Prisma } from '../src/index.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { rejectionOf } from './rejection-of.ts';
import { type Sample, sampleRows } from './tenant-rows.ts';
import { modelOf, writeSampleRows } from './write-sample-rows.ts';

const MODELS = Object.values(Prisma.ModelName).filter(
  (model): model is keyof ReturnType<typeof sampleRows> => model !== 'PaymentEvent',
);

describe('a tenant’s database client', () => {
  let database: TestDatabase;
  let mine: ReturnType<typeof sampleRows>;
  let theirs: ReturnType<typeof sampleRows>;

  let untouched: unknown[];

  before(async () => {
    database = await openTestDatabase();
    mine = await writeSampleRows(database.system);
    theirs = await writeSampleRows(database.system);
    untouched = await Promise.all(MODELS.map(theirRow));
  });

  after(async () => {
    expect(await Promise.all(MODELS.map(theirRow)), 'rows of the other tenant').to.deep.equal(untouched);
    await database.close();
  });

  const myDb = () => database.tenant(mine.Tenant.data.id as string);
  /** The other tenant’s row, as the system sees it. */
  async function theirRow(model: (typeof MODELS)[number]) {
    const found = await modelOf(database.system, model).findUnique?.({ where: theirs[model].where });
    expect(found, `a row of ${model}`).to.be.an('object');
    return found;
  }

  for (const model of MODELS) {
    describe(model, () => {
      const sampleOf = (rows: ReturnType<typeof sampleRows>): Sample => rows[model];
      const operations = () => modelOf(myDb(), model);

      it('finds its own row and never another tenant’s', async () => {
        const { where } = sampleOf(theirs);

        const found = await operations().findMany?.({});
        const own = await operations().findUnique?.({ where: sampleOf(mine).where });
        const foreign = await Promise.all([
          operations().findUnique?.({ where }),
          operations().findFirst?.({ where: plain(where) }),
        ]);

        expect(found).to.deep.equal([own]);
        expect(foreign).to.deep.equal([null, null]);
        for (const operation of ['findUniqueOrThrow', 'findFirstOrThrow'])
          await rejectionOf(
            operations()[operation]?.({
              where: operation === 'findFirstOrThrow' ? plain(where) : where,
            }) as Promise<unknown>,
          );
      });

      it('counts and groups its own row only', async () => {
        const counted = await operations().count?.({});
        const aggregated = await operations().aggregate?.({ _count: true });
        const by = model === 'Tenant' ? 'id' : 'tenantId';
        const grouped = await operations().groupBy?.({ by: [by] });

        expect(counted).to.equal(1);
        expect(aggregated).to.deep.equal({ _count: 1 });
        expect(grouped).to.deep.equal([{ [by]: mine.Tenant.data.id }]);
      });

      it('neither changes nor removes another tenant’s row', async () => {
        const { where, change, data } = sampleOf(theirs);
        const before = await theirRow(model);

        await rejectionOf(operations().update?.({ where, data: change }) as Promise<unknown>);
        for (const create of [data, sampleOf(mine).data])
          await rejectionOf(operations().upsert?.({ where, update: change, create }) as Promise<unknown>);
        await rejectionOf(operations().delete?.({ where }) as Promise<unknown>);
        const counts = [
          await operations().updateMany?.({ where: plain(where), data: change }),
          await operations().updateManyAndReturn?.({ where: plain(where), data: change }),
          await operations().deleteMany?.({ where: plain(where) }),
        ];

        expect(counts).to.deep.equal([{ count: 0 }, [], { count: 0 }]);
        expect(await theirRow(model)).to.deep.equal(before);
      });

      it('makes no row for another tenant, and gives none of its own away', async () => {
        const { data } = sampleRows()[model];
        const foreign = { ...data, ...(model === 'Tenant' ? {} : { tenantId: theirs.Tenant.data.id }) };
        const { tenantId: _, ...nobodys } = foreign as { tenantId?: unknown };
        const before = await theirRow(model);

        for (const operation of ['create', 'createMany', 'createManyAndReturn']) {
          const refused = [
            await rejectionOf(operations()[operation]?.({ data: foreign }) as Promise<unknown>),
            await rejectionOf(operations()[operation]?.({ data: nobodys }) as Promise<unknown>),
          ];
          for (const error of refused) expect(error.message).to.match(/of another tenant/);
        }
        const key = model === 'Tenant' ? 'id' : 'tenantId';
        for (const operation of ['update', 'updateMany', 'updateManyAndReturn']) {
          const given = {
            where: plainFor(operation, sampleOf(mine).where),
            data: { [key]: theirs.Tenant.data.id },
          };
          const error = await rejectionOf(operations()[operation]?.(given) as Promise<unknown>);
          expect(error.message).to.match(/of another tenant/);
        }

        expect(await theirRow(model)).to.deep.equal(before);
        expect(await operations().count?.({})).to.equal(1);
      });
    });
  }

  it('names its tenant in each statement, and doesn’t leave that to row level security', async () => {
    const stop = recordStatements();
    for (const model of MODELS) {
      const operations = modelOf(myDb(), model);
      await operations.findMany?.({});
      await operations.count?.({});
      await operations.updateMany?.({ where: plain(theirs[model].where), data: theirs[model].change });
    }
    const sent = stop().filter(({ text }) => /"public"\./.test(text));

    expect(sent.length).to.be.at.least(3 * MODELS.length);
    expect(sent.filter(({ values }) => !values.includes(mine.Tenant.data.id))).to.deep.equal([]);
  });

  it('takes no row of another tenant by a nested write', async () => {
    const before = await Promise.all([theirRow('Product'), theirRow('Variant')]);

    const error = await rejectionOf(
      myDb().product.update({
        where: mine.Product.where as Prisma.ProductWhereUniqueInput,
        data: { variants: { connect: theirs.Variant.where as Prisma.VariantWhereUniqueInput } },
      }),
    );

    expect(error.message).to.match(/columns only/);
    expect(await Promise.all([theirRow('Product'), theirRow('Variant')])).to.deep.equal(before);
  });

  it('doesn’t reach what belongs to no tenant', async () => {
    const error = await rejectionOf(myDb().paymentEvent.findMany());

    expect(error.message).to.match(/belongs to no tenant/);
  });
});

/** A unique condition as a plain one: compound keys are written without their name, and an id without its tenant. */
function plain(where: object): object {
  const conditions = Object.entries(where).map(([name, value]) => {
    if (!isKey(value)) return { [name]: value };
    const { tenantId, ...rest } = value as { tenantId?: string };
    return name.startsWith('tenantId_id') ? rest : value;
  });
  return Object.assign({}, ...conditions);
}

function plainFor(operation: string, where: object): object {
  return operation === 'update' ? where : plain(where);
}

function isKey(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}
