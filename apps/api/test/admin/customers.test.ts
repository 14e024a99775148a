import { randomUUID } from 'node:crypto';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { newEmail, PASSWORD, useCustomerScene } from '../store/customers/scene.ts';
import { snapshot } from '../table-snapshot.ts';

describe('customers, seen by an operator', () => {
  const scene = useCustomerScene();

  const create = (body: unknown) => scene.admin('POST', '/customers', body);
  const update = (id: string, body: unknown) => scene.admin('PATCH', `/customers/${id}`, body);
  const get = (id: string) => scene.admin('GET', `/customers/${id}`);

  const FULL = {
    name: 'Ada Lovelace',
    phone: '+49 30 1',
    isB2b: true,
    taxExempt: true,
    acceptsMarketing: true,
    vatNumber: 'de 136.695.976',
  };

  it('creates one with every field, and asks about the number after the response', async () => {
    const email = newEmail();

    const created = (await create({ ...FULL, email, password: PASSWORD })).expect(201);

    expect(created).to.include({
      ...FULL,
      email,
      vatNumber: 'DE136695976',
      vatStatus: 'pending',
      vatCheckedAt: null,
      emailVerified: false,
      disabled: false,
      version: 1,
    });
    expect(scene.api.env.enqueuedVatChecks).to.have.length.above(0);
    expect((await get(created.id)).expect(200)).to.deep.equal(created);
    await scene.logIn(email, PASSWORD);
  });

  it('drops unknown members of the body', async () => {
    const created = (
      await create({
        email: newEmail(),
        id: randomUUID(),
        vatStatus: 'valid',
        version: 7,
        emailVerified: true,
      })
    ).expect(201);

    expect(created).to.include({ vatStatus: null, version: 1, emailVerified: false });
    expect((await update(created.id, { vatStatus: 'valid', email: newEmail() })).expect(200)).to.include({
      vatStatus: null,
      email: created.email,
    });
  });

  it('refuses an e-mail that is taken, in whatever case, also when several ask at once', async () => {
    const email = newEmail();

    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((address) => create({ email: address })),
    );

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    for (const answer of answers) if (answer.status !== 201) answer.refused('duplicate_email');
  });

  it('changes what is named, keeps what is not, clears what is null', async () => {
    const { id } = (await create({ ...FULL, email: newEmail() })).expect(201);

    const renamed = (await update(id, { name: 'Ada King' })).expect(200);
    const cleared = (await update(id, { name: null, phone: null, vatNumber: null })).expect(200);

    expect(renamed).to.include({ name: 'Ada King', phone: FULL.phone, vatStatus: 'pending', version: 2 });
    expect(cleared).to.include({ name: null, phone: null, vatNumber: null, vatStatus: null, isB2b: true });
  });

  it('asks again only when the number really changes', async () => {
    const { id } = (await create({ email: newEmail(), vatNumber: 'DE136695976' })).expect(201);
    const checks = () => scene.api.env.database.system.vatCheck.count({ where: { customerId: id } });

    for (const body of [{ vatNumber: 'de 136 695 976' }, { vatNumber: 'DE-136.695.976' }, { name: 'Ada' }])
      (await update(id, body)).expect(200);
    expect(await checks()).to.equal(1);
    (await update(id, { vatNumber: 'GR094259216' })).expect(200);
    expect(await checks()).to.equal(2);
    (await update(id, { vatNumber: 'EL 094259216' })).expect(200);
    expect(await checks()).to.equal(2);
    (await update(id, { vatNumber: null })).expect(200);
    (await update(id, { vatNumber: null })).expect(200);
    expect(await checks()).to.equal(2);
  });

  for (const [vatNumber, vatStatus] of [
    ['x', 'invalid'],
    ['de 12', 'invalid'],
    ['.', 'invalid'],
    ['GB110305878', 'unsupported'],
    ['9'.repeat(64), 'invalid'],
  ]) {
    it(`saves ${vatNumber?.slice(0, 12)} as ${vatStatus} without asking`, async () => {
      const { id, ...created } = (await create({ email: newEmail(), vatNumber })).expect(201);

      expect(created).to.include({ vatStatus, vatNumber });
      expect(await scene.api.env.database.system.vatCheck.count({ where: { customerId: id } })).to.equal(0);
    });
  }

  it('asks once when the same new number comes twice at once', async () => {
    const { id } = (await create({ email: newEmail() })).expect(201);

    await Promise.all(Array.from({ length: 6 }, () => update(id, { vatNumber: 'DE136695976' })));

    expect(await scene.api.env.database.system.vatCheck.count({ where: { customerId: id } })).to.equal(1);
  });

  it('checks a number again by hand, and has nothing to check without one', async () => {
    const { id } = (await create({ email: newEmail(), vatNumber: 'DE136695976' })).expect(201);
    const without = (await create({ email: newEmail() })).expect(201);

    expect((await scene.admin('POST', `/customers/${id}/vat/recheck`)).expect(202)).to.include({
      vatStatus: 'pending',
    });
    (await scene.admin('POST', `/customers/${without.id}/vat/recheck`)).refused('vat_number_missing');
    expect(await scene.api.env.database.system.vatCheck.count({ where: { customerId: id } })).to.equal(2);
  });

  it('lists newest first and finds a part of e-mail, name, phone or number, taken literally', async () => {
    const own = await startOther();
    const emails = ['grace@navy.example', 'ada_l@math.example', 'adaxl@math.example'];
    for (const [index, email] of emails.entries()) {
      (
        await own.create({ email, name: index === 0 ? '100% Grace' : null, phone: `+49 ${index}` }, index)
      ).expect(201);
    }

    expect(await own.found('')).to.deep.equal([emails[2], emails[1], emails[0]]);
    expect(await own.found('?q=ADA')).to.deep.equal([emails[2], emails[1]]);
    expect(await own.found('?q=ada_l')).to.deep.equal([emails[1]]);
    expect(await own.found('?q=100%25')).to.deep.equal([emails[0]]);
    expect(await own.found('?q=%25')).to.deep.equal([emails[0]]);
    expect(await own.found(`?q=${encodeURIComponent('+49 1')}`)).to.deep.equal([emails[1]]);
    expect(await own.found('?q=nobody')).to.deep.equal([]);
    expect(await own.found('?pageSize=1&page=2')).to.deep.equal([emails[1]]);
    expect(await own.found('?page=9')).to.deep.equal([]);
  });

  it('sorts by address', async () => {
    const own = await startOther();
    for (const email of ['mia@x.example', 'zoe@x.example', 'ada@x.example'])
      (await own.create({ email, name: null, phone: '1' }, 1)).expect(201);
    const upwards = ['ada@x.example', 'mia@x.example', 'zoe@x.example'];

    expect(await own.found('?sort=email')).to.deep.equal(upwards);
    expect(await own.found('?sort=-email&q=x.example')).to.deep.equal(upwards.toReversed());
    expect(await own.found('?sort=email&pageSize=1&page=3')).to.deep.equal(upwards.slice(2));
  });

  async function startOther() {
    const store = await createStore(scene.api.env.system);
    const token = store.token();
    return {
      create: ({ name, ...body }: { email: string; name: string | null; phone: string }, index: number) => {
        scene.clock.advance(index);
        return scene.api.request('POST', '/admin/v1/customers', {
          token,
          body: name ? { ...body, name } : body,
        });
      },
      found: async (query: string) => {
        const page = (await scene.api.request('GET', `/admin/v1/customers${query}`, { token })).expect(200);
        return page.items.map(({ email }: { email: string }) => email);
      },
    };
  }

  it('returns 404 for another store’s customer, whatever is asked, and writes nothing', async () => {
    const { id } = (await create({ email: newEmail() })).expect(201);
    const address = (await scene.admin('POST', `/customers/${id}/addresses`, ADDRESS)).expect(201);
    const stranger = (await createStore(scene.api.env.system)).token();
    const before = await snapshot(scene.api.env);

    for (const [method, path, body] of [
      ['GET', `/customers/${id}`],
      ['PATCH', `/customers/${id}`, { name: 'Eve' }],
      ['POST', `/customers/${id}/disable`],
      ['POST', `/customers/${id}/enable`],
      ['POST', `/customers/${id}/vat/recheck`],
      ['GET', `/customers/${id}/addresses`],
      ['POST', `/customers/${id}/addresses`, ADDRESS],
      ['PUT', `/customers/${id}/addresses/${address.id}`, ADDRESS],
      ['DELETE', `/customers/${id}/addresses/${address.id}`],
    ] as const)
      (await scene.admin(method, path, body, { token: stranger })).refused('not_found');

    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });

  it('needs the permission', async () => {
    const { id } = (await create({ email: newEmail() })).expect(201);
    const reading = { token: scene.store.token(['customers:read']) };
    const nothing = { token: scene.store.token(['orders:write']) };

    (await scene.admin('GET', `/customers/${id}`, undefined, reading)).expect(200);
    (await scene.admin('PATCH', `/customers/${id}`, {}, reading)).refused('permission_missing');
    (await scene.admin('POST', `/customers/${id}/disable`, undefined, reading)).refused('permission_missing');
    (await scene.admin('GET', '/customers', undefined, nothing)).refused('permission_missing');
  });

  it('keeps an address book', async () => {
    const { id } = (await create({ email: newEmail() })).expect(201);
    const path = `/customers/${id}/addresses`;

    const first = (await scene.admin('POST', path, { ...ADDRESS, country: 'de', company: 'Engines' })).expect(
      201,
    );
    scene.clock.advance(1);
    const second = (await scene.admin('POST', path, ADDRESS)).expect(201);
    const replaced = (await scene.admin('PUT', `${path}/${first.id}`, { ...ADDRESS, city: 'Bonn' })).expect(
      200,
    );

    expect(first).to.include({ country: 'DE', company: 'Engines', line2: null });
    expect(replaced).to.include({ id: first.id, city: 'Bonn', company: null });
    const page = (await scene.admin('GET', path)).expect(200);
    expect(page.items.map((item: { id: string }) => item.id)).to.deep.equal([second.id, first.id]);
    (await scene.admin('DELETE', `${path}/${first.id}`)).expect(204);
    (await scene.admin('DELETE', `${path}/${first.id}`)).refused('not_found');
    expect((await scene.admin('GET', path)).expect(200).total).to.equal(1);
  });

  it('reads a bounded number of customers per page, and continues behind them by cursor', async () => {
    const store = await createStore(scene.api.env.system);
    const list = async (query: string) =>
      (
        await scene.api.request('GET', `/admin/v1/customers?pageSize=200&${query}`, { token: store.token() })
      ).expect(200);
    // More than a few match, and none of the newest 3,000.
    await scene.api.env.database.system.sql.count`
      INSERT INTO customers (tenant_id, email, created_at, updated_at)
      SELECT ${store.tenantId}::uuid, CASE WHEN n > 3000 THEN 'old' ELSE 'new' END || n || '@example.com', at, at
      FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, 5100) n) numbered`;

    const first = await list('q=old');
    const read: string[] = [];
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await list(`q=old&cursor=${cursor}`);
      read.push(...page.items.map(({ email }: { email: string }) => email));
      cursor = page.nextCursor;
    }
    const most = await list('q=example&page=2');
    const few = await list('q=old50');

    expect(first).to.deep.include({ items: [], isTotalCapped: true });
    expect(read).to.deep.equal(Array.from({ length: 2100 }, (_, n) => `old${3001 + n}@example.com`));
    expect(most.items[0].email).to.equal('new201@example.com');
    expect(most.isTotalCapped).to.equal(true);
    expect(few).to.deep.include({ total: 100, isTotalCapped: false, nextCursor: null });
  });
});

const ADDRESS = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};
