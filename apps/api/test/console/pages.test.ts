import { access, notifications, tenants } from '@service/core';
import { createStore, eventually } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openWebhookScene, type WebhookScene } from '../admin/webhooks/scene.ts';
import { type ConsoleBrowser, useConsole } from './browser.ts';
import { PICTURES } from './pictures.ts';

describe('the console in a browser', () => {
  const opened = useConsole(openWebhookScene);
  let scene: WebhookScene;
  let browser: ConsoleBrowser;
  let page: Page;

  before(async () => {
    ({ service: scene, browser, page } = opened());
    await scene.startWorker();
  });

  beforeEach(() => page.context().clearCookies());

  const open = (path: string, on = page) => on.goto(`${scene.url}/console${path}`);

  const signIn = () => browser.signIn(scene.store);
  const heading = (name: string, on = page) =>
    on.getByRole('heading', { name, exact: true, level: 1 }).waitFor();

  it('signs in and out, and says when a password is wrong', async () => {
    await open('/');
    await page.getByLabel('E-mail address').fill(scene.store.adminEmail);
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('E-mail address or password is wrong.').waitFor();
    expect(await page.context().cookies()).to.deep.equal([]);

    await signIn();
    await browser.choose('Sign out');
    await heading('Sign in');
    expect(await page.context().cookies()).to.deep.equal([]);
  });

  it('asks a second tab for the password once the first has signed out, and keeps its text', async () => {
    await signIn();
    const second = await page.context().newPage();
    await open('/webhooks/subscriptions/new', second);
    await second.getByLabel('Description').fill('half typed');

    await browser.choose('Sign out');
    await heading('Sign in');
    await second.getByRole('textbox', { name: 'Address' }).fill(scene.receiver.url);
    await second.getByLabel('order.paid').check();
    await second.getByRole('button', { name: 'Create' }).click();
    const dialog = second.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(scene.store.adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });

    await eventually(async () =>
      expect(await second.getByLabel('Description').inputValue()).to.equal('half typed'),
    );
    await second.getByRole('button', { name: 'Create' }).click();
    await heading('The signing secret, shown once', second);
    await second.close();
  });

  const openLink = async (of = scene.store) => {
    const token =
      (await access.createSignInLink(scene.system, of.adminEmail)) ?? expect.fail('no such operator');
    await page.goto('about:blank');
    await open(`/#link=${token}`);
    return token;
  };

  it('opens by a link that works once, and shows whose store it is before', async () => {
    const token = await openLink();
    await page.getByText(`as ${scene.store.adminEmail}`, { exact: false }).waitFor();
    expect(await page.context().cookies()).to.deep.equal([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await eventually(async () => expect(page.url()).to.not.include('ln_'));
    await page.context().clearCookies();
    await page.goto('about:blank');
    await open(`/#link=${token}`);

    await page.getByText('This link was used before or has expired.', { exact: false }).waitFor();
  });

  it('keeps an operator signed in who declines a stranger’s sign-in link', async () => {
    const stranger = await createStore(scene.system);
    await signIn();

    await openLink(stranger);
    await page.getByText(`You are signed in as ${scene.store.adminEmail} now.`, { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();

    expect(await stranger.admin.db.adminLogin.count()).to.equal(0);
    await page.getByText(scene.store.adminEmail).first().waitFor({ state: 'attached' });
  });

  it('makes a subscription whose test arrives', async () => {
    await scene.moveToNewStore();
    await signIn();
    await open('/webhooks/subscriptions');
    await page.getByRole('link', { name: 'New endpoint' }).first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill(scene.receiver.url);
    await page.getByLabel('order.paid').check();
    await page.getByRole('button', { name: 'Create' }).click();

    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();

    await page.getByText('The test came back with “Succeeded”.').waitFor();
    expect(scene.receiver.envelopes().at(-1)?.event).to.equal('order.paid');
  });

  it('shows why a delivery failed, and retries it', async () => {
    await scene.moveToNewStore();
    await scene.subscribe();
    scene.receiver.answer((_request, response) => response.writeHead(500).end('no table “orders”'));
    await scene.recordPaid(crypto.randomUUID());
    await signIn();

    await open('/webhooks/deliveries?status=failed');
    await page.getByRole('link', { name: 'order.paid' }).click();
    await page.getByText('Attempt 1: Failed').waitFor();
    await page.getByText('returned 500, a failure of its own', { exact: false }).waitFor();
    await page.getByText('no table “orders”').waitFor();
    await page.locator('svg.waterfall rect:nth-of-type(2)').first().waitFor({ state: 'attached' });
    await browser.choose('Deutsch');
    await page.getByText('antwortete mit 500, einem eigenen Fehler', { exact: false }).waitFor();
    await browser.choose('English');
    scene.receiver.answer(200);
    await page.getByRole('button', { name: 'Resend' }).click();

    await page.getByText('Attempt 2: Succeeded').waitFor();
    // What a receiver lost after its 200 can be sent again too.
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('Attempt 3: Succeeded').waitFor();
    await page.getByText(`${scene.store.adminEmail} asked to send it again`).nth(1).waitFor();
  });

  it('shows the second of two operators the first one’s change, and keeps both', async () => {
    await scene.moveToNewStore();
    const { id } = await scene.subscribe({ description: 'as it was' });
    const path = `/admin/v1/webhooks/subscriptions/${id}`;
    await signIn();
    await open(`/webhooks/subscriptions/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Description').fill('second');
    (await scene.call('PATCH', path, { label: 'acme', description: 'first' })).expect(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    const conflict = page.getByRole('alert', { name: 'Somebody else has changed this meanwhile' });
    await conflict.getByRole('radio', { name: 'first' }).waitFor();
    await eventually(async () =>
      expect(await conflict.getByRole('radio', { name: 'second' }).isChecked()).to.equal(true),
    );
    await eventually(async () => expect(await conflict.getByText('Label').count()).to.equal(0));
    await eventually(async () =>
      expect(await page.getByRole('dialog').getByLabel('Description').inputValue()).to.equal('second'),
    );
    await conflict.getByRole('button', { name: 'Merge and save' }).click();
    await heading('second');
    expect((await scene.call('GET', path)).expect(200)).to.include({ label: 'acme', description: 'second' });
  });

  it('ships an order with its tracking number', async () => {
    const id = await paidOrder();
    await signIn();
    await open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await page.getByLabel('Carrier').fill('DHL');
    await page.getByLabel('Tracking number').fill('0034');
    await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).click();

    await page.getByText('DHL 0034').waitFor();
    expect((await scene.call('GET', `/admin/v1/orders/${id}`)).body.status).to.equal('shipped');
  });

  it('shows a viewer nothing that changes anything', async () => {
    await scene.moveToNewStore();
    const { id } = await scene.subscribe();
    await scene.system.db.adminUser.updateMany({
      where: { email: scene.store.adminEmail },
      data: { role: 'viewer' },
    });
    await signIn();
    for (const path of ['/webhooks/subscriptions', `/webhooks/subscriptions/${id}`]) {
      await open(path);
      await page.getByText(scene.receiver.url).first().waitFor();
      await eventually(async () =>
        expect(await page.getByRole('button', { name: /Send|Edit|Pause|Rotate|Delete/ }).count()).to.equal(0),
      );
      await eventually(async () =>
        expect(await page.getByRole('link', { name: 'New endpoint' }).count()).to.equal(0),
      );
    }
    const forged = await page.evaluate(
      (path: string) => fetch(path, { method: 'DELETE' }).then(({ status }) => status),
      `/admin/v1/webhooks/subscriptions/${id}`,
    );
    expect(forged).to.equal(403);
  });

  it('shows the store’s name and colour, and the operator, at 1440 × 900', async () => {
    await scene.moveToNewStore();
    const look = { name: 'Harbour Tea', logo: null, accentColor: '#0a5d45', embedOrigins: [] };
    await tenants.putPortalSettings(scene.store.admin, look);
    await signIn();
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('/webhooks/portal-links');
    await heading('Portal links');

    await page.locator('#menu').getByText('Harbour Tea').waitFor();
    await eventually(async () => expect(await page.title()).to.equal('Portal links – Harbour Tea'));
    const accent = 'getComputedStyle(document.documentElement).getPropertyValue("--accent")';
    await eventually(async () => expect(await page.evaluate(accent)).to.include('rgb(10 93 69)'));
    await eventually(async () => {
      const box = await page.getByRole('button', { name: /^My account:/ }).boundingBox();
      expect((box?.y ?? 900) + (box?.height ?? 0)).to.be.below(900);
    });
  });

  it('opens a section’s pages with it, and no others', async () => {
    await signIn();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const links = () => menu.getByRole('link').allInnerTexts();
    const sections = ['Home', 'Orders', 'Products', 'Customers', 'Prices', 'Webhooks', 'Settings'];
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await eventually(async () => expect(await links()).to.deep.equal(sections));
    await menu.getByRole('link', { name: 'Prices' }).click();
    await heading('Price lists');

    await eventually(async () =>
      expect(await links()).to.deep.equal(sections.toSpliced(5, 0, 'Price lists', 'Discounts')),
    );
    await eventually(async () =>
      expect(await menu.locator('[aria-current=page]').allInnerTexts()).to.deep.equal(['Price lists']),
    );
  });

  it('says within the shell that a page does not exist', async () => {
    await signIn();
    await open('/orders/of/yesterday');
    await heading('There is no such page.');
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Orders', exact: true })
      .click();
    await heading('Orders');
  });

  it('speaks German where the operator chooses it, also of notices and refusals', async () => {
    await scene.moveToNewStore();
    await notifications.notifyAdmins(scene.store.admin, {
      kind: 'payment.disputed',
      title: 'A payment is disputed',
      detail: 'The shopper’s bank disputes a payment of order 7 (dp_1).',
    });
    await signIn();
    await browser.choose('Deutsch');
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    await eventually(async () => expect(await page.getAttribute('html', 'lang')).to.equal('de'));

    await open('/notifications');
    await page.getByText('Eine Zahlung wird angefochten', { exact: true }).waitFor();
    await page.getByText('Die Bank des Kunden ficht eine Zahlung der Bestellung 7 an (dp_1).').waitFor();
    await open('/webhooks/subscriptions/new');
    await page.getByRole('textbox', { name: 'Adresse' }).fill('https://me:secret@example.com/');
    const rate = page.getByLabel('Höchstzahl der Anfragen pro Sekunde');
    await rate.fill('0.5');
    await eventually(async () => expect(await rate.inputValue()).to.equal('0.5'));
    await page.getByLabel('order.paid').check();
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('alert').getByText('Die URL enthält Zugangsdaten.', { exact: false }).waitFor();
    await browser.choose('English');
  });

  it('shows rows of a list as cards on a phone, the first in the upper half of the screen', async () => {
    await scene.moveToNewStore();
    await scene.subscribe({ events: ['order.paid'] });
    await scene.recordPaid(crypto.randomUUID());
    await paidOrder();
    await signIn();
    await page.setViewportSize({ width: 390, height: 844 });

    for (const [path, label] of [
      ['/orders', 'Refund'],
      ['/webhooks/deliveries', 'Status'],
    ] as const) {
      await open(path);
      const row = page.locator('main tbody tr').first();
      await row.waitFor();
      await eventually(async () => expect((await row.boundingBox())?.y, path).to.be.below(422));
      await eventually(async () => {
        const labels = await row.locator('td[data-label]').evaluateAll(
          (cells, width) =>
            cells.map((cell) => {
              const { left, right } = cell.getBoundingClientRect();
              return left >= 0 && right <= width ? cell.getAttribute('data-label') : 'cut off';
            }),
          390,
        );
        expect(labels, path).to.include(label).and.to.have.length(7).and.not.include('cut off');
      });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  describe('every page', () => {
    it('fits at 360, 768 and 1440 px, and is accessible, light and dark', async () => {
      await browser.inspect('entry');
      await scene.moveToNewStore();
      await scene.subscribe({
        description: 'Orders to the ERP',
        events: ['order.paid', 'order.created'],
      });
      scene.receiver.answer(503);
      await scene.recordPaid(...Array.from({ length: 3 }, () => crypto.randomUUID()));
      await paidOrder();
      await scene.receiver.received(1);
      await notifications.notifyAdmins(scene.store.admin, {
        kind: 'test',
        title: 'An endpoint fails',
        detail: 'https://erp.example.com/hooks has answered nothing but 503 since yesterday.',
      });
      const { body } = await scene.call('GET', '/admin/v1/webhooks/deliveries');
      await signIn();
      await browser.inspect('pages', {
        delivery: `/webhooks/deliveries/${body.items.at(-1).id}`,
        'not-found': '/orders/of/yesterday',
      });
    });

    it('has a picture', async () => {
      await open('/');
      const { portal: _, ...groups } = PICTURES;
      expect(Object.values(groups).flatMap((group) => Object.values<string>(group))).to.include.members(
        await browser.routes(),
      );
    });

    it('logged no error, and called no other origin', () => {
      browser.assertQuiet(
        /status of (400 .*\/(session|session\/link|subscriptions)$|403 .*\/subscriptions\/|404 |412 )/,
      );
    });
  });

  async function paidOrder(): Promise<string> {
    const id = await scene.store.order();
    await scene.system.db.order.updateMany({ where: { id }, data: { status: 'paid' } });
    return id;
  }
});
