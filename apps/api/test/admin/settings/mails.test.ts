import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mail, outbox, pictures } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import {
  createClock,
  createStore,
  type Inbox,
  signAdminToken,
  startInbox,
  TEST_SETTINGS,
} from '@service/testing';
import { expect } from 'chai';
import sharp from 'sharp';
import { useApi } from '../../harness.ts';
import { useShop } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

const BUYER = 'ada@example.com';
const NOTHING = { logoUrl: null, accentColor: null, footer: null, replyTo: null, disabledKinds: [] };

describe('/admin/v1/settings/mails', () => {
  const clock = createClock();
  const location = mkdtempSync(join(tmpdir(), 'mail-pictures-'));
  const api = useApi({
    now: clock.now,
    settings: { throttleDelaySeconds: 60, pictures: { ...TEST_SETTINGS.pictures, location } },
  });
  const shop = useShop(api);
  let inbox: Inbox;
  let mailer: mail.Mailer;

  before(async () => {
    inbox = await startInbox();
    mailer = mail.createMailer({ smtpUrl: inbox.url, dir: '/nowhere', from: 'no-reply@shop.example' });
  });
  after(async () => {
    mailer.close();
    await inbox.close();
    rmSync(location, { recursive: true });
  });

  const call = (method: string, path: string, body?: object, token = shop.store.token()) =>
    api.request(method, `/admin/v1/settings/mails${path}`, { token, ...(body ? { body } : {}) });
  const put = async (body: object) => (await call('PUT', '', body)).expect(200);
  const putText = (kind: string, text: object | null, locale = 'en') =>
    call('PUT', '/texts', { kind, locale, text });
  const preview = async (body: object) => (await call('POST', '/preview', body)).expect(200);

  async function operatorToken(permissions: string[]) {
    const { id: sub } = await shop.store.admin.db.adminUser.findFirstOrThrow();
    return signAdminToken({ sub, tenantId: shop.store.tenantId, permissions });
  }

  async function sendAll() {
    for (const row of api.env.enqueuedMails.splice(0)) await outbox.sendMail(api.env.system, mailer, row);
  }
  /** The newest message to the buyer of a new order. */
  async function shipped(title = 'Cup') {
    const { id: variantId } = await shop.variant({ stockQuantity: 10 });
    await shop.store.admin.db.product.updateMany({ data: { title } });
    const cartId = await shop.fullCart({ [variantId]: 1 });
    (await shop.send('PATCH', `/${cartId}`, { email: BUYER })).expect(200);
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    await shop.tell(createEvents(payment.providerPaymentId).succeeded());
    (await shop.act(order.id, 'ship')).expect(200);
    const from = inbox.mails.length;
    await sendAll();
    return { id: order.id as string, number: order.number as number, mails: inbox.mails.slice(from) };
  }

  it('replaces the look whole, once, with an audit record', async () => {
    expect((await call('GET', '')).expect(200)).to.deep.equal({ ...NOTHING, version: 0 });

    const look = {
      ...NOTHING,
      accentColor: '#FFEE00',
      footer: 'Tea House GmbH',
      disabledKinds: ['payment_failed'],
    };
    const { version, ...stored } = await put(look);
    expect(stored).to.deep.equal({ ...look, accentColor: '#ffee00' });
    expect(await put(look), 'the same again').to.include({ version });

    const audited = await shop.store.admin.db.auditRecord.findMany({
      where: { action: 'mail_settings.replaced' },
    });
    expect(audited.map(({ after }) => after)).to.deep.equal([{ ...stored, version }]);
    expect(await put({})).to.deep.equal({ ...NOTHING, version: version + 1 });
  });

  it('refuses what can’t be, and writes nothing', async () => {
    const before = await snapshot(api.env);
    for (const wrong of [
      { accentColor: 'red' },
      { accentColor: '#0b6e4f;background:url(x)' },
      { replyTo: 'ada@tea.example\r\nBcc: eve@example.com' },
      { footer: 'x'.repeat(2001) },
      { disabledKinds: ['password_reset'] },
      { disabledKinds: ['withdrawal_received'] },
      { disabledKinds: ['nothing'] },
    ])
      (await call('PUT', '', wrong)).refused('validation_failed');
    for (const logoUrl of ['https://elsewhere.example/logo.png', 'javascript:alert(1)'])
      (await call('PUT', '', { logoUrl })).refused('not_found');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('shows logo, colour and footer, and where answers go', async () => {
    const body = await sharp({ create: { width: 400, height: 100, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const uploaded = (
      await api.request('POST', '/admin/v1/pictures', {
        token: shop.store.token(),
        body: new Uint8Array(body),
        headers: { 'Content-Type': 'image/png' },
      })
    ).expect(201);
    const other = await createStore(api.env.system);
    (await call('PUT', '', { logoUrl: uploaded.url }, other.token())).refused('not_found');

    const { logoUrl } = await put({
      logoUrl: uploaded.url,
      accentColor: '#ffee00',
      footer: 'Tea House <GmbH>\nTeegasse 1',
      replyTo: 'hello@tea.example',
    });
    expect(logoUrl).to.equal(uploaded.url);
    const { mails } = await shipped();
    const received = mails.at(-1) ?? expect.fail('no mail');
    const html = received.html ?? '';

    expect(received.replyTo?.[0]?.address).to.equal('hello@tea.example');
    expect(received.text).to.include('Tea House <GmbH>\nTeegasse 1');
    expect(received.html)
      .to.include('Tea House &lt;GmbH&gt;\nTeegasse 1')
      .and.to.include('border-top:4px solid #ffee00');
    const [, shown = ''] = /<img [^>]*src="([^"]+)"/.exec(html) ?? [];
    expect(shown).to.match(/\/320\.png$/);
    const picture = await fetch(`${api.url}${new URL(shown).pathname}`);
    expect(picture.headers.get('content-type')).to.equal('image/png');
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).to.include({
      format: 'png',
      width: 320,
    });

    for (let day = 0; day < 3; day += 1) {
      clock.advance(DAY_MS + 1);
      await pictures.deleteUnusedPictures(api.env.system);
    }
    expect((await call('GET', '')).expect(200)).to.include({ logoUrl: uploaded.url });
    expect(await shop.store.admin.db.picture.count({ where: { hash: { not: null } } })).to.equal(1);
    await put({});
  });

  it('doesn’t send what is switched off', async () => {
    await put({ disabledKinds: ['order_shipped'] });
    const { id, mails } = await shipped();
    expect(mails.map(({ subject }) => subject).join())
      .to.include('Your order')
      .and.not.include('on its way');
    const row = await shop.store.admin.db.mail.findFirstOrThrow({
      where: { orderId: id, kind: 'order_shipped' },
    });
    expect(row).to.include({ status: 'dropped', sentAt: null, nextAttemptAt: null });
    await put({});
  });

  it('sends the store’s own words, and ours again once they are taken away', async () => {
    const text = {
      subject: 'Parcel {{ order_number }}\r\nBcc: eve@example.com',
      body: 'Hooray!\n\n{% for line in lines %}{{ line.quantity }} of {{ line.title }}{% endfor %}\n\n{{ goods_table }}\n\nBye',
    };
    const put1 = (await putText('order_shipped', text)).expect(200);
    expect(put1).to.include({ ...text, isOwn: true, failure: null });
    expect((await putText('order_shipped', text)).expect(200), 'the same again').to.deep.equal(put1);

    const { number, mails } = await shipped('<b>{{ store_name }}</b>');
    const received = mails.at(-1) ?? expect.fail('no mail');
    expect(received.subject).to.equal(`Parcel ${number} Bcc: eve@example.com`);
    expect(received.text).to.include('Hooray!\n\n1 of <b>{{ store_name }}</b>');
    expect(received.html)
      .to.include('1 of &lt;b&gt;{{ store_name }}&lt;/b&gt;')
      .and.to.match(/<\/table>\s*<p[^>]*>Bye/);

    const german = (await call('GET', '/texts?locale=de')).expect(200);
    expect(german.items.map(({ isOwn }: { isOwn: boolean }) => isOwn)).to.not.include(true);
    expect((await putText('order_shipped', null)).expect(200)).to.include({
      isOwn: false,
      version: put1.version + 1,
    });
    expect((await shipped()).mails.at(-1)?.subject).to.match(/^Your order \d+ at Test Store is on its way$/);
    const audited = await shop.store.admin.db.auditRecord.findMany({ where: { subjectType: 'mail_text' } });
    expect(audited.map(({ action }) => action)).to.have.members(['mail_text.replaced', 'mail_text.reset']);
  });

  it('takes two texts at once one after the other, and of two with one version the first', async () => {
    const bodies = ['first', 'second'];
    const putAll = (headers = {}) =>
      Promise.all(
        bodies.map((body) =>
          api.request('PUT', '/admin/v1/settings/mails/texts', {
            token: shop.store.token(),
            body: { kind: 'return_received', locale: 'es', text: { subject: 'a', body } },
            headers,
          }),
        ),
      );
    const stored = async () =>
      (await call('GET', '/texts?locale=es'))
        .expect(200)
        .items.find(({ kind }: { kind: string }) => kind === 'return_received').body;
    const { version } = (await call('GET', '')).expect(200);

    const both = (await putAll()).map((answer) => answer.expect(200));
    const [, last] = both.sort((a, b) => a.version - b.version);
    expect(both.map((each) => each.version)).to.deep.equal([version + 1, version + 2]);
    expect(await stored()).to.equal(last.body);

    bodies.splice(0, 2, 'third', 'fourth');
    const answers = await putAll({ 'If-Match': `"${last.version}"` });
    expect(answers.map(({ status }) => status)).to.have.members([200, 412]);
    const taken = answers.find(({ status }) => status === 200)?.expect(200);
    expect(taken.version).to.equal(last.version + 1);
    expect(await stored()).to.equal(taken.body);
    (await putText('return_received', null, 'es')).expect(200);
  });

  it('refuses a text with a mistake by its line and reason, and writes nothing', async () => {
    const before = await snapshot(api.env);
    for (const [text, message] of [
      [{ subject: 'a', body: 'Hello\n\n{{ amount }}' }, 'line 3: unknown placeholder: amount'],
      [
        { subject: 'a', body: '{% if carrier == "x" %}\n{{ nothing }}{% endif %}' },
        'line 2: unknown placeholder: nothing',
      ],
      [{ subject: '{{ order_number | shout }}', body: 'a' }, 'line 1: undefined filter: shout'],
      [{ subject: 'a', body: 'a\n{% include "x" %}' }, 'line 2: tag "include" not found'],
      [
        { subject: 'a', body: `${'{% for i in (1..9) %}'.repeat(9)}x${'{% endfor %}'.repeat(9)}` },
        'line 1: ',
      ],
    ] as const) {
      const { errors } = (await putText('order_shipped', text)).refused('validation_failed');
      expect(errors?.[0]?.path).to.equal(`/body/text/${text.subject === 'a' ? 'body' : 'subject'}`);
      expect(errors?.[0]?.message).to.include(message);
      const draft = { kind: 'order_shipped', locale: 'en', text };
      (await call('POST', '/preview', draft)).refused('validation_failed');
    }
    (await putText('invitation', { subject: 'a', body: 'a' })).refused('validation_failed');
    (await putText('order_shipped', { subject: 'a', body: 'x'.repeat(20_001) })).refused('validation_failed');
    (await putText('order_shipped', { subject: ' ', body: 'a' })).refused('validation_failed');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('sends our text where the store’s fails, and notifies its operators once', async () => {
    (await putText('order_shipped', { subject: 'a', body: 'b' })).expect(200);
    await shop.store.admin.db.mailText.updateMany({ data: { body: 'fine\n{{ gone }}' } });

    const [first, second] = [await shipped(), await shipped()];

    for (const { number, mails } of [first, second])
      expect(mails.map(({ subject }) => subject)).to.include(
        `Your order ${number} at Test Store is on its way`,
      );
    const notices = await shop.store.admin.db.adminNotification.findMany({
      where: { kind: 'mail.text_failed' },
    });
    expect(notices.map(({ detail }) => detail.slice(0, 40))).to.deep.equal([
      'line 2: undefined variable: gone. The sh',
    ]);
    const { items } = (await call('GET', '/texts?locale=en')).expect(200);
    const failed = items.find(({ kind }: { kind: string }) => kind === 'order_shipped');
    expect(failed.failure.reason).to.equal('line 2: undefined variable: gone');
    expect((await putText('order_shipped', null)).expect(200)).to.include({ failure: null });
  });

  it('previews a made-up mail, a draft, and the last one about an order', async () => {
    const { id, number } = await shipped('Best cup');
    const draft = {
      kind: 'order_shipped',
      locale: 'de',
      text: { subject: 'Paket {{ order_number }}', body: '{{ goods_table }}' },
    };

    expect(await preview({ kind: 'order_shipped', locale: 'de' }))
      .to.have.property('subject')
      .that.includes('1001');
    expect(await preview(draft)).to.include({ subject: 'Paket 1001' });
    const real = await preview({ ...draft, orderId: id });
    expect(real.subject).to.equal(`Paket ${number}`);
    expect(real.html).to.include('Best cup');
    (await call('POST', '/preview', { ...draft, orderId: id }, shop.store.token(['settings:read']))).refused(
      'permission_missing',
    );
    (await call('POST', '/preview', { ...draft, kind: 'order_refunded', text: null, orderId: id })).refused(
      'not_found',
    );
    const other = await createStore(api.env.system);
    (await call('POST', '/preview', { ...draft, orderId: id }, other.token())).refused('not_found');
    const { items } = (await call('GET', '/texts')).expect(200);
    for (const { kind } of items)
      for (const locale of ['en', 'de', 'fr', 'es']) await preview({ kind, locale });
  });

  it('refuses a draft that fails for the order which it is tried with, and writes nothing', async () => {
    const { id } = await shipped('x'.repeat(100));
    const growing = `{% assign a = lines[0].title %}${'{% assign a = a | append: a %}'.repeat(10)}{{ a | size }}`;
    const draft = { kind: 'order_shipped', locale: 'en', text: { subject: 'a', body: `b\n${growing}` } };
    await preview(draft);
    const token = await operatorToken(['settings:write', 'settings:read', 'orders:read']);
    const before = await snapshot(api.env);

    for (const path of ['/preview', '/test']) {
      const { errors } = (await call('POST', path, { ...draft, orderId: id }, token)).refused(
        'validation_failed',
      );
      expect(errors?.[0]?.message).to.equal('line 2: memory alloc limit exceeded');
    }
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('sends a trial to the operator who asks, a few times, and to no program', async () => {
    const { email } = await shop.store.admin.db.adminUser.findFirstOrThrow();
    const token = await operatorToken(['settings:write']);
    const draft = { kind: 'verification', locale: 'fr', text: { subject: 'Essai', body: 'Bonjour' } };
    await put({ footer: 'Tea House', disabledKinds: ['order_shipped'] });

    expect((await call('POST', '/test', draft, token)).expect(202)).to.deep.equal({ to: email });
    (await call('POST', '/test', { kind: 'order_shipped', locale: 'en' }, token)).expect(202);
    const from = inbox.mails.length;
    await sendAll();

    const [own, ours, ...others] = inbox.mails.slice(from);
    expect(own).to.deep.include({ subject: 'Essai' });
    expect(own?.text).to.include('Bonjour').and.to.include('this-is-a-trial').and.to.include('Tea House');
    expect(ours?.subject).to.include('is on its way');
    expect(others).to.deep.equal([]);
    (await call('POST', '/test', draft)).refused('permission_missing');

    (await putText('verification', { subject: 'a', body: 'b' }, 'fr')).expect(200);
    (await call('POST', '/test', draft, token)).expect(202);
    const { data } = await shop.store.admin.db.mail.findFirstOrThrow({
      where: { kind: 'trial', status: 'pending' },
    });
    const failing = { ...(data as object), text: { subject: 'a', body: '{{ gone }}' } };
    await shop.store.admin.db.mail.updateMany({
      where: { kind: 'trial', status: 'pending' },
      data: { data: failing },
    });
    await sendAll();
    const { items } = (await call('GET', '/texts?locale=fr')).expect(200);
    expect(items.find(({ kind }: { kind: string }) => kind === 'verification').failure).to.equal(null);
    (await call('POST', '/test', draft, token)).expect(202);
    (await call('POST', '/test', draft, token)).refused('too_many_requests');
    await put({});
  });
});
