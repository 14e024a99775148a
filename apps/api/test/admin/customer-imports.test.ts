import { customerGroups, customers, privacy } from '@service/core';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { newEmail, PASSWORD, useCustomerScene } from '../store/customers/scene.ts';
import { eventsOf } from './events-of.ts';

const CSV = 'text/csv';

/** A file with these columns; a row says some of them. */
function csv(columns: string, ...rows: readonly Record<string, string>[]): string {
  const names = columns.split(',');
  const lines = rows.map((row) => names.map((name) => `"${row[name] ?? ''}"`).join(','));
  return `${[columns, ...lines].join('\n')}\n`;
}

/** As Shopify's export has them since 2023. */
const SHOPIFY =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags';
/** And before. */
const SHOPIFY_BEFORE =
  'First Name,Last Name,Email,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Accepts Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt';
/** As the documentation of Import Export Suite for WooCommerce lists them. */
const WOOCOMMERCE =
  'ID,customer_id,user_login,user_pass,user_email,display_name,first_name,last_name,roles,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country';
/** As the report of customers of WooCommerce's analytics has them. */
const WOOCOMMERCE_REPORT =
  'Name,Username,Last active,Date registered,Email,Orders,Total spend,AOV,Country / Region,City,Region,Postal code';

describe('POST /admin/v1/customers/import', () => {
  const scene = useCustomerScene();

  const send = (body: string, { dryRun = false, type = CSV, token = scene.store.token() } = {}) =>
    scene.api.request('POST', `/admin/v1/customers/import${dryRun ? '?dryRun=true' : ''}`, {
      token,
      body,
      headers: { 'Content-Type': type },
    });
  const progress = async (id: string) => (await scene.admin('GET', `/customer-imports/${id}`)).expect(200);
  const refused = async (id: string) =>
    (await scene.admin('GET', `/customer-imports/${id}/refused-rows`)).expect(200).items;
  /** Sends the file, lets the worker's function run, and answers the import afterwards. */
  async function take(body: string, options: Parameters<typeof send>[1] = {}) {
    const { id } = (await send(body, options)).expect(202);
    await customers.processCustomerImports(scene.api.env.system);
    return progress(id);
  }
  const find = async (email: string) =>
    (await scene.admin('GET', `/customers?q=${encodeURIComponent(email)}`)).expect(200).items[0];
  const addressesOf = async (id: string) =>
    (await scene.admin('GET', `/customers/${id}/addresses`)).expect(200).items;
  const consentsOf = async (id: string) =>
    (await scene.admin('GET', `/customers/${id}/consents`)).expect(200).items;
  it('creates customers with address, group, consent and fields, who then set a password by mail', async () => {
    const email = newEmail();
    const name = `Trade ${email}`;
    const { id: groupId } = (await scene.admin('POST', '/customer-groups', { name })).expect(201);
    const mails = await scene.sendMails();
    const file = `\uFEFFemail;name;phone;group;business;acceptsMarketing;addressLine1;addressPostalCode;addressCity;addressCountry;metadata;password
 ${email.toUpperCase()} ;Ada Lovelace;'+49 30 1;${name};true;true;Unter den Linden 1;10117;Berlin;de;"{""crm.id"":""K-17""}";never taken
`;

    expect(await take(file)).to.deep.include({
      status: 'completed',
      rows: 1,
      created: 1,
      updated: 0,
      unchanged: 0,
      refused: 0,
    });

    const customer = await find(email);
    expect(customer).to.deep.include({
      email,
      emailVerified: false,
      name: 'Ada Lovelace',
      phone: '+49 30 1',
      isB2b: true,
      acceptsMarketing: true,
      customerGroupId: groupId,
      metadata: { 'crm.id': 'K-17' },
    });
    expect(
      (await addressesOf(customer.id)).map(({ name, line1, country }: Record<string, string>) => ({
        name,
        line1,
        country,
      })),
    ).to.deep.equal([{ name: 'Ada Lovelace', line1: 'Unter den Linden 1', country: 'DE' }]);
    expect((await consentsOf(customer.id))[0]).to.include({
      purpose: 'marketing',
      granted: true,
      source: 'import',
    });
    expect(await scene.sendMails()).to.equal(mails);
    for (const password of ['never taken', ''])
      expect((await scene.ask('POST', '/customers/login', { email, password })).status).to.be.within(
        400,
        401,
      );
    (await scene.ask('POST', '/customers/reset/request', { email })).expect(202);
    const reset = { token: await scene.tokenTo(email), newPassword: PASSWORD };
    (await scene.ask('POST', '/customers/reset', reset)).expect(204);
    await scene.logIn(email, PASSWORD);
    expect(await find(email)).to.include({ emailVerified: true });
  });

  it('changes only what differs, adds an address, and tells of it once', async () => {
    const [known, other] = [newEmail(), newEmail()];
    const first = csv(
      'email,name,phone',
      { email: known, name: 'Ada', phone: '1' },
      { email: other, name: 'Eve' },
    );
    expect(await take(first)).to.include({ created: 2 });
    const before = await find(known);
    const recorded = (await eventsOf(scene.api, scene.store)).length;
    const second = csv(
      'email,name,addressLine1,addressPostalCode,addressCity,addressCountry',
      { email: known, name: 'Ada King', ...street('First Street 1') },
      { email: known, name: 'Ada King', ...street('Second Street 2') },
      { email: other, name: 'Eve' },
    );

    expect(await take(second)).to.include({ created: 0, updated: 2, unchanged: 1, refused: 0 });

    expect(await find(known)).to.deep.include({
      ...before,
      name: 'Ada King',
      version: before.version + 1,
      updatedAt: (await find(known)).updatedAt,
    });
    const lines = (await addressesOf(before.id)).map(({ line1 }: { line1: string }) => line1);
    expect(lines.sort()).to.deep.equal(['First Street 1', 'Second Street 2']);
    const told = (await eventsOf(scene.api, scene.store)).slice(recorded);
    expect(told.map(({ name }) => name)).to.deep.equal(['customer.updated', 'import.completed']);
    expect(told.at(-1)?.data).to.include({ kind: 'customers' });
    // The same file again says nothing new.
    expect(await take(second)).to.include({ updated: 0, unchanged: 3 });
    expect((await eventsOf(scene.api, scene.store)).length).to.equal(recorded + 3);
  });

  it('turns advertising off, and never on for somebody who is there already', async () => {
    const [agreed, silent] = [newEmail(), newEmail()];
    const file = (no: string, yes: string) =>
      csv(
        'email,acceptsMarketing',
        { email: agreed, acceptsMarketing: no },
        { email: silent, acceptsMarketing: yes },
      );
    await take(file('true', ''));
    expect([await find(agreed), await find(silent)].map((each) => each.acceptsMarketing)).to.deep.equal([
      true,
      false,
    ]);

    expect(await take(file('false', 'true'))).to.include({ updated: 1, unchanged: 1 });

    const [one, two] = [await find(agreed), await find(silent)];
    expect([one.acceptsMarketing, two.acceptsMarketing]).to.deep.equal([false, false]);
    expect(
      (await consentsOf(one.id)).map(({ granted }: { granted: boolean }) => granted).sort(),
    ).to.deep.equal([false, true]);
    expect(await consentsOf(two.id)).to.deep.equal([]);
  });

  it('refuses rows with their number and reason, and writes nothing of them', async () => {
    const taken = newEmail();
    const columns = 'email,name,group,disabled,acceptsMarketing,addressLine1,addressCountry';
    const bad = [
      { email: 'ada at example.com' },
      { email: newEmail(), group: 'Nobody' },
      { email: newEmail(), disabled: 'true' },
      { email: newEmail(), acceptsMarketing: 'perhaps' },
      { email: newEmail(), name: 'Ada', addressLine1: 'Somewhere 1' },
      { name: 'Ada' },
    ];
    const before = await scene.store.admin.db.customer.count();

    const done = await take(csv(columns, ...bad, { email: taken }));

    expect(done).to.include({ rows: 7, created: 1, refused: 6 });
    const reasons = (await refused(done.id)).map(({ number, reason }: Refused) => `${number} ${reason}`);
    expect(reasons).to.deep.equal(
      [
        '1 /email is no e-mail address',
        '2 There is no customer group Nobody.',
        '3 A disabled customer isn’t taken.',
        '4 /acceptsMarketing must be boolean',
        '5 An address needs addressName or name, addressLine1, addressCity, addressPostalCode and addressCountry.',
        '6  must have required properties email',
      ].map((reason) => reason.replace('  ', ' ')),
    );
    expect(await scene.store.admin.db.customer.count()).to.equal(before + 1);
  });

  it('gives a customer at most 100 addresses, in one batch and the next', async () => {
    const email = newEmail();
    const columns = 'email,name,addressLine1,addressPostalCode,addressCity,addressCountry';
    const row = (at: number) => ({ email, name: 'Ada', ...street(`Long Street ${at}`) });
    const rows = Array.from({ length: 105 }, (_, at) => row(at));

    const done = await take(csv(columns, ...rows));
    expect(done).to.include({ created: 1, updated: 99, refused: 5 });

    expect(await take(csv(columns, row(0), row(200)))).to.include({ unchanged: 1, refused: 1 });
    expect((await refused(done.id)).map(({ number, reason }: Refused) => [number, reason])).to.deep.equal(
      [101, 102, 103, 104, 105].map((number) => [
        number,
        'A file gives a customer no more than 100 addresses.',
      ]),
    );
    const { id } = await find(email);
    expect(await scene.store.admin.db.customerAddress.count({ where: { customerId: id } })).to.equal(100);
  });

  it('takes TRUE and FALSE as a spreadsheet writes them', async () => {
    const email = newEmail();
    const row = { email, business: 'TRUE', taxExempt: 'False', metadata: '{""vip"":true}' };

    expect(await take(csv('email,business,taxExempt,metadata', row))).to.include({ created: 1, refused: 0 });

    expect(await find(email)).to.deep.include({ isB2b: true, taxExempt: false, metadata: { vip: true } });
  });

  it('only checks where that is asked for', async () => {
    const email = newEmail();

    const done = await take(csv('email,name', { email, name: 'Ada' }), { dryRun: true });

    expect(done).to.include({ dryRun: true, created: 1 });
    expect(await find(email)).to.equal(undefined);
    expect((await eventsOf(scene.api, scene.store)).at(-1)?.data).to.not.include({ importId: done.id });
  });

  it('makes a customer once, also for two files that name them at the same moment', async () => {
    const email = newEmail();
    const file = csv('email,name,addressLine1,addressPostalCode,addressCity,addressCountry', {
      ...{ email, name: 'Ada', ...street('Long Street 1') },
    });
    const sent = [(await send(file)).expect(202), (await send(file)).expect(202)];

    await Promise.all([1, 2].map(() => customers.processCustomerImports(scene.api.env.system)));

    const done = await Promise.all(sent.map(({ id }) => progress(id)));
    expect(done.map(({ created, unchanged, refused }) => [created, unchanged, refused]).sort()).to.deep.equal(
      [
        [0, 1, 0],
        [1, 0, 0],
      ],
    );
    expect(await scene.store.admin.db.customer.count({ where: { email } })).to.equal(1);
    expect(await addressesOf((await find(email)).id)).to.have.length(1);
  });

  it('checks a VAT number with VIES, and takes an export of this service as it is', async () => {
    const email = newEmail();
    const group = { name: `Trade ${email}` };
    const { id: customerGroupId } = (await scene.admin('POST', '/customer-groups', group)).expect(201);
    const terms = { vatNumber: 'DE 136695976', isB2b: true, acceptsMarketing: true, customerGroupId };
    const person = { email, name: '=Ada', ...terms, metadata: { a: 1 } };
    const { id } = (await scene.admin('POST', '/customers', person)).expect(201);
    (await scene.admin('POST', `/customers/${id}/addresses`, ADDRESS)).expect(201);
    const file = (await scene.admin('GET', `/customers/export?customerGroupId=${customerGroupId}`)).expect(
      200,
    );
    // No formula where a spreadsheet opens it.
    expect(String(file)).to.include("'=Ada");
    const other = await createStore(scene.api.env.system);
    const { id: groupId } = await customerGroups.createCustomerGroup(other.admin, group);
    const token = other.token();

    const { id: importId } = (await send(file, { token })).expect(202);
    await customers.processCustomerImports(scene.api.env.system);

    const path = `/admin/v1/customer-imports/${importId}`;
    expect((await scene.api.request('GET', path, { token })).expect(200)).to.include({
      created: 1,
      refused: 0,
    });
    const made = await other.admin.db.customer.findFirstOrThrow({
      where: { email },
      include: { addresses: true, vatChecks: true },
    });
    expect(made).to.deep.include({
      name: '=Ada',
      isB2b: true,
      acceptsMarketing: true,
      customerGroupId: groupId,
      vatNumber: 'DE136695976',
      vatStatus: 'pending',
      metadata: { a: 1 },
    });
    expect(made.vatChecks).to.have.length(1);
    expect(made.addresses).to.have.length(1);
    expect(made.addresses[0]).to.include({ line1: ADDRESS.line1, country: ADDRESS.country });
  });

  it('takes the customers of Shopify, with the columns that it has and those that it had', async () => {
    const [now, before, street] = [newEmail(), newEmail(), newEmail()];
    const file = csv(
      SHOPIFY,
      {
        ...{ 'Customer ID': "'6543", 'First Name': 'Ada', 'Last Name': 'Lovelace', Email: now },
        ...{ 'Accepts Email Marketing': 'yes', 'Default Address Address1': 'Unter den Linden 1' },
        ...{
          'Default Address City': 'Berlin',
          'Default Address Country Code': 'DE',
          'Default Address Zip': "'10117",
        },
        ...{ Phone: "'+49301", 'Tax Exempt': 'yes', Tags: 'VIP', Note: 'Rings twice' },
      },
      {
        'First Name': 'Eve',
        Email: street,
        'Default Address Country Code': 'DE',
        'Accepts Email Marketing': 'no',
      },
      { 'First Name': 'Nobody', Phone: "'+49302" },
    );

    const done = await take(file);

    expect(done).to.include({ rows: 3, created: 2, refused: 1 });
    expect(await refused(done.id)).to.deep.equal([
      {
        number: 3,
        reason: 'It has no e-mail address.',
        row: { name: 'Nobody', phone: '+49302', taxExempt: false },
      },
    ]);
    const customer = await find(now);
    expect(customer).to.deep.include({
      name: 'Ada Lovelace',
      phone: '+49301',
      taxExempt: true,
      acceptsMarketing: true,
      metadata: { tags: 'VIP', note: 'Rings twice' },
    });
    expect((await addressesOf(customer.id))[0]).to.include({
      name: 'Ada Lovelace',
      postalCode: '10117',
      country: 'DE',
    });
    expect(await addressesOf((await find(street)).id)).to.deep.equal([]);
    const older = {
      ...{
        'First Name': 'Grace',
        Email: before,
        Address1: 'Main St 1',
        City: 'Austin',
        'Province Code': 'TX',
      },
      ...{ 'Country Code': 'US', Zip: '73301', 'Accepts Marketing': 'no' },
    };
    expect(await take(csv(SHOPIFY_BEFORE, older))).to.include({ created: 1 });
    const found = await find(before);
    expect(found).to.include({ name: 'Grace', acceptsMarketing: false });
    expect((await addressesOf(found.id))[0]).to.include({ line1: 'Main St 1', region: 'TX', country: 'US' });
  });

  it('takes the customers of WooCommerce, without passwords', async () => {
    const [email, reported] = [newEmail(), newEmail()];
    const file = csv(WOOCOMMERCE, {
      ...{
        user_login: 'ada',
        user_pass: '$P$Bhash',
        user_email: email,
        first_name: 'Ada',
        last_name: 'Lovelace',
      },
      ...{ billing_phone: '030 1', billing_address_1: 'Unter den Linden 1', billing_postcode: '10117' },
      ...{
        billing_city: 'Berlin',
        billing_country: 'DE',
        billing_first_name: 'Ada',
        billing_last_name: 'King',
      },
    });

    expect(await take(file)).to.include({ created: 1, refused: 0 });

    const customer = await find(email);
    expect(customer).to.include({ name: 'Ada Lovelace', phone: '030 1', acceptsMarketing: false });
    expect((await addressesOf(customer.id))[0]).to.include({ name: 'Ada King', city: 'Berlin' });
    expect(await scene.store.admin.db.customer.count({ where: { email, passwordHash: null } })).to.equal(1);
    const report = csv(WOOCOMMERCE_REPORT, {
      Name: 'Eve Example',
      Username: 'eve',
      Email: reported,
      City: 'Berlin',
    });
    expect(await take(report)).to.include({ created: 1, refused: 0 });
    expect(await find(reported)).to.include({ name: 'Eve Example' });
  });

  it('is read with `customers:read` alone, and no import of products is one of customers', async () => {
    const done = await take(csv('email', { email: newEmail() }));
    const token = scene.store.token(['catalog:read', 'catalog:write']);
    const ask = (path: string) => scene.api.request('GET', `/admin/v1${path}`, { token });

    (await send(csv('email', { email: newEmail() }), { token })).refused('permission_missing');
    for (const path of ['', '/refused-rows'])
      (await ask(`/customer-imports/${done.id}${path}`)).refused('permission_missing');
    (await ask(`/product-imports/${done.id}`)).refused('not_found');
  });

  it('forgets the rows of a customer who is erased', async () => {
    const email = newEmail();
    await take(csv('email,name', { email, name: 'Ada' }));
    const { id } = await find(email);
    const again = await take(
      csv(
        'email,name,group',
        { email, name: 'Ada Lovelace', group: 'None' },
        { email: 'x', name: 'Eve' },
        // As spreadsheets and web pages leave it.
        { email: `\u00a0${email.toUpperCase()}\t`, name: 'Ada King', group: 'None' },
      ),
    );
    const waiting = (await send(csv('email,name', { email, name: 'Ada Byron' }))).expect(202);

    (await scene.admin('POST', `/customers/${id}/erasure`)).expect(202);
    scene.clock.advance(60_000);
    await privacy.processErasures(scene.api.env.system);

    expect((await refused(again.id)).map(({ reason, row }: Refused) => [reason, row])).to.deep.equal([
      ['The customer was erased.', null],
      ['/email is no e-mail address', { email: 'x', name: 'Eve' }],
      ['The customer was erased.', null],
    ]);
    await customers.processCustomerImports(scene.api.env.system);
    expect(await progress(waiting.id)).to.include({ created: 0, updated: 0, refused: 1 });
    expect(await refused(waiting.id)).to.deep.equal([
      { number: 1, reason: 'The customer was erased.', row: null },
    ]);
    expect(await find(email)).to.equal(undefined);
  });
});

interface Refused {
  number: number;
  reason: string;
  row: unknown;
}

const ADDRESS = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};

function street(line1: string) {
  return { addressLine1: line1, addressPostalCode: '10117', addressCity: 'Berlin', addressCountry: 'DE' };
}
