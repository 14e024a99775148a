import { randomUUID } from 'node:crypto';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShop } from '../../store/shop.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';

describe('invoices', () => {
  const api = useApi();
  const shop = useShop(api);

  async function placed(): Promise<string> {
    const cartId = await shop.fullCart({ [(await shop.variant({ stockQuantity: 100 })).id]: 2 });
    return (await shop.checkOut(cartId)).expect(201).order.id;
  }

  async function paid(): Promise<string> {
    const id = await placed();
    (await createProvider(api)(paymentSucceeded(id))).expect(200);
    return id;
  }

  const invoiceOf = async (id: string) => (await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200);

  const setRules = async (rules: object) =>
    (await shop.admin('PUT', '/settings', { name: 'Test Store', currency: 'EUR', ...rules })).expect(200);

  const documentsInDatabase = () =>
    shop.store.admin.db.document.findMany({ orderBy: [{ issuedAt: 'asc' }, { number: 'asc' }] });

  it('of 40 payments at once have consecutive numbers, and dates in their order', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, placed));

    await Promise.all(ids.map(async (id) => (await createProvider(api)(paymentSucceeded(id))).expect(200)));

    const invoices = await Promise.all(ids.map(invoiceOf));
    const sorted = invoices.toSorted((a, b) => count(a.number) - count(b.number));
    const first = count(sorted[0].number);
    expect(sorted.map(({ number }) => count(number))).to.deep.equal(ids.map((_, index) => first + index));
    expect(sorted.map(({ issuedAt }) => issuedAt)).to.deep.equal(
      sorted.map(({ issuedAt }) => issuedAt).sort(),
    );
  });

  it('leave no gap where a payment is rolled back', async () => {
    await setRules({ invoicePrefix: 'G-', invoiceNumbersByYear: false });
    const { number } = await invoiceOf(await paid());
    const [id, other] = [await placed(), await placed()];
    const { db, tenantId } = shop.store.admin;
    const issuedAt = new Date();
    // The payment takes this number for its invoice, and can't write it.
    const taken = { id: other, orderId: other, kind: 'invoice', number: 'G-2', data: {} };
    await db.document.create({ data: { tenantId, ...taken, issuedAt, issuedOn: issuedAt } });

    const { status } = await createProvider(api)(paymentSucceeded(id));

    await setRules({ invoicePrefix: '', invoiceNumbersByYear: true });
    const counter = await db.invoiceNumber.findFirstOrThrow({ where: { series: 'G-' } });
    expect(number).to.equal('G-1');
    expect(status).to.be.at.least(500);
    expect((await shop.admin('GET', `/orders/${id}`)).expect(200).status).to.equal('pending');
    expect(counter.last).to.equal(1n);
  });

  it('are issued once, however often the payment is reported', async () => {
    const id = await placed();
    const event = paymentSucceeded(id);

    await Promise.all([event, event, paymentSucceeded(id)].map((each) => createProvider(api)(each)));

    const invoice = await invoiceOf(id);
    const documents = await documentsInDatabase();
    expect(documents.filter(({ orderId }) => orderId === id)).to.have.length(1);
    expect(await invoiceOf(id)).to.deep.equal(invoice);
  });

  it('are numbered by prefix and year as the store’s settings say', async () => {
    const year = new Date().getUTCFullYear();
    const numbers: string[] = [];
    for (const rules of [
      { invoicePrefix: 'RE/', invoiceNumbersByYear: true },
      { invoicePrefix: 'A-', invoiceNumbersByYear: false },
      { invoicePrefix: 'RE/', invoiceNumbersByYear: true },
    ]) {
      await setRules(rules);
      numbers.push((await invoiceOf(await paid())).number);
    }
    await setRules({ invoicePrefix: '', invoiceNumbersByYear: true });

    expect(numbers).to.deep.equal([`RE/${year}-1`, 'A-1', `RE/${year}-2`]);
  });

  it('have no prefix that ends with a digit, and the settings stay', async () => {
    const before = (await shop.admin('GET', '/settings')).expect(200);

    (
      await shop.admin('PUT', '/settings', { name: 'Test Store', currency: 'EUR', invoicePrefix: 'R2' })
    ).refused('validation_failed');

    expect((await shop.admin('GET', '/settings')).expect(200)).to.deep.equal(before);
  });

  it('are issued with the last shipment where the store says so, and name its day', async () => {
    await setRules({ invoiceIssuedWhen: 'shipped' });
    const id = await paid();
    const [line] = (await shop.admin('GET', `/orders/${id}`)).expect(200).lines;
    (await shop.admin('GET', `/orders/${id}/invoice`)).refused('not_shipped');
    const one = { lines: [{ lineId: line.id, quantity: 1 }] };
    (await shop.admin('POST', `/orders/${id}/ship`, one)).expect(200);
    (await shop.admin('GET', `/orders/${id}/invoice/data`)).refused('not_shipped');

    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);

    const invoice = await invoiceOf(id);
    await setRules({ invoiceIssuedWhen: 'paid' });
    const { createdAt } = (await shop.admin('GET', `/orders/${id}`)).expect(200).shipments.at(-1);
    expect(invoice.supply.to).to.equal(createdAt.slice(0, 10));
    expect(invoice.paidTotal).to.equal(invoice.total);
  });

  it('are issued before a credit note, which names their number', async () => {
    await setRules({ invoiceIssuedWhen: 'shipped' });
    const id = await paid();

    const { creditNoteId } = (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);

    await setRules({ invoiceIssuedWhen: 'paid' });
    const note = (await shop.admin('GET', `/credit-notes/${creditNoteId}/data`)).expect(200);
    const { number, issuedOn, total } = await invoiceOf(id);
    expect(note.invoice).to.deep.equal({ number, issuedOn });
    expect(note.total).to.equal(total);
  });

  it('stay as they were issued, as data and as bytes', async () => {
    const id = await paid();
    const pdf = async () => {
      const response = await fetch(`${api.url}/admin/v1/orders/${id}/invoice`, {
        headers: { authorization: `Bearer ${shop.store.token()}` },
      });
      return Buffer.from(await response.arrayBuffer());
    };
    const before = await pdf();
    const invoice = await invoiceOf(id);
    await setRules({
      seller: { name: 'Neu GmbH', line1: 'Weg 1', postalCode: '20095', city: 'Hamburg', country: 'DE' },
      vatNumber: 'DE136695976',
    });

    expect((await pdf()).equals(before)).to.equal(true);
    expect(await invoiceOf(id)).to.deep.equal(invoice);
    expect(invoice.pdfSha256).to.match(/^[0-9a-f]{64}$/);
    const { db } = shop.store.admin;
    for (const change of [
      db.document.updateMany({ where: { id }, data: { data: {} } }),
      db.document.deleteMany({ where: { id } }),
      db.documentFile.updateMany({ where: { documentId: id }, data: { sha256: '-' } }),
      db.documentFile.deleteMany({ where: { documentId: id } }),
    ])
      expect(String(await change.catch((error: unknown) => error))).to.include('a document is never changed');
    expect(await invoiceOf(id)).to.deep.equal(invoice);
  });

  it('return 404 for a credit note of another store', async () => {
    (await shop.admin('GET', `/credit-notes/${randomUUID()}/data`)).refused('not_found');
  });
});

function count(number: string): number {
  return Number(/\d+$/.exec(number)?.[0]);
}
