import { mkdir, writeFile } from 'node:fs/promises';
import {
  buildConsole,
  eventually,
  fillDate,
  type Inbox,
  openTestPage,
  type ReceivedMail,
  signInToConsole,
  startInbox,
  type TestPage,
  until,
} from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useShop } from './use-shop.ts';

/** Pictures of what is seen, mails and documents are left here when it is set. */
const { SCREENSHOTS } = process.env;

/** A store that has nothing yet: its shop, its console with its operator in a browser, and the mails of both. */
function useBusiness(database: string, place: { currency: string; country: string }) {
  let inbox: Inbox;
  let browser: TestPage | undefined;
  // Before the processes end.
  after(() => browser?.close());
  const shop = useShop(database, {
    place,
    hasWorker: true,
    settings: async ({ publicUrl, url }) => {
      await buildConsole();
      inbox = await startInbox();
      const urls = { SMTP_URL: inbox.url, STOREFRONT_URL: url, PUBLIC_URL: publicUrl };
      return { ...urls, JOB_POLL_INTERVAL_MS: '500' };
    },
  });

  before(async function () {
    browser = await openTestPage(shop.publicUrl);
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    await signInToConsole(browser.page, shop.publicUrl, shop.store);
  });

  after(() => inbox?.close());

  return () => {
    const { page } = browser as TestPage;
    return { page, inbox, apiUrl: shop.publicUrl, shopUrl: shop.url };
  };
}

async function picture(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
}

/** The next mail to this address whose subject is like this. */
async function mailTo(inbox: Inbox, address: string, subject: RegExp): Promise<ReceivedMail> {
  const find = () =>
    inbox.mails.find((mail) => mail.recipient === address && subject.test(mail.subject ?? ''));
  await until(() => find() !== undefined, `a mail ${subject} to ${address}`);
  return find() as ReceivedMail;
}

describe('a shop in Germany, from its empty store to an order that was refunded', () => {
  const business = useBusiness('shop_de', { currency: 'EUR', country: 'DE' });

  it('charges 7 % and 19 %, and is paid by transfer', async () => {
    const { page, inbox, apiUrl, shopUrl } = business();
    await nameSeller(page, apiUrl, {
      'VAT number': 'DE136695976',
      'Legal name': 'Teehaus GmbH',
      'Street and number': 'Unter den Linden 1',
      'Postal code': '10117',
      City: 'Berlin',
      'Country of the business': 'Germany',
    });
    await takeTransfers(page, apiUrl, 'Bitte überweisen Sie an\nDE02 1203 0000 0000 2020 51');
    await shipFor(page, apiUrl, '4.90');
    await addProduct(page, apiUrl, { title: 'Sencha', sku: 'SENCHA', price: '10.70', taxClass: 'Reduced' });
    await addProduct(page, apiUrl, { title: 'Kyusu', sku: 'KYUSU', price: '23.80' });

    await addToCart(page, `${shopUrl}/de`, { Sencha: 2, Kyusu: 1 });
    await page.getByRole('link', { name: 'Zur Kasse' }).click();
    await fill(page, {
      'E-Mail': 'erika@example.com',
      Name: 'Erika Mustermann',
      'Straße und Hausnummer': 'Lindenallee 1',
      Postleitzahl: '10117',
      Ort: 'Berlin',
    });
    await picture(page, 'de-checkout');
    await page.getByRole('button', { name: 'Weiter zum Versand' }).click();
    await page.getByRole('button', { name: 'Weiter zur Bestellung' }).click();
    await picture(page, 'de-review');
    await page.getByText('50,10 €').first().waitFor();
    await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
    await page.getByText('DE02 1203').waitFor();
    await picture(page, 'de-order');
    const placed = await mailTo(inbox, 'erika@example.com', /^Bitte bezahlen Sie/);
    await showMail(page, placed, 'de-mail-placed');
    expect(placed.text)
      .to.include('DE02 1203')
      .and.match(/50,10\s€/);

    await page.goto(`${apiUrl}/console/orders`);
    await page.getByRole('link', { name: '1001' }).click();
    await markPaid(page, 'SEPA 4711');
    await picture(page, 'de-console-paid');
    await showMail(page, await mailTo(inbox, 'erika@example.com', /^Ihre Bestellung 1001/), 'de-mail-paid');
    await ship(page);
    await showMail(page, await mailTo(inbox, 'erika@example.com', /unterwegs|versandt/i), 'de-mail-shipped');

    await button(page, 'Refund').click();
    await dialog(page).getByLabel('Sencha').fill('1');
    const preview = dialog(page).getByRole('region', { name: 'The credit note will say' });
    await preview.getByText('€0.70').waitFor();
    await picture(page, 'de-console-refund');
    await dialog(page).getByRole('button', { name: 'Refund €10.70' }).click();
    await page.getByRole('link', { name: /^Credit note .* \(PDF\)/ }).waitFor();
    await picture(page, 'de-console-refunded');
    const refunded = await mailTo(inbox, 'erika@example.com', /^Erstattung/);
    await showMail(page, refunded, 'de-mail-refunded');
    const [note] = refunded.attachments;
    expect(note?.filename).to.equal('credit-note-1.pdf');
    expect(Buffer.from(note?.content as ArrayBuffer).toString('latin1', 0, 5)).to.equal('%PDF-');

    await eventually(async () =>
      expect(await taxesReported(page, apiUrl)).to.deep.equal([
        ['Germany', '19%', '€22.17', '€4.21', '€0.00', '€0.00', '€22.17', '€4.21'],
        ['Germany', '7%', '€22.17', '€1.55', '€10.00', '€0.70', '€12.17', '€0.85'],
      ]),
    );
  });
});

describe('a shop in the United States, from its empty store to an order that was refunded', () => {
  const business = useBusiness('shop_us', { currency: 'USD', country: 'US' });

  it('charges the taxes of two states', async () => {
    const { page, inbox, apiUrl, shopUrl } = business();
    await nameSeller(page, apiUrl, {
      'Legal name': 'Mugs Inc.',
      'Street and number': '1 Market Street',
      'Postal code': '94105',
      City: 'San Francisco',
      'Country of the business': 'United States',
    });
    await chargeTaxes(page, apiUrl, { CA: '7.25', TX: '6.25' });
    await takeTransfers(page, apiUrl, 'Send a check to Mugs Inc.');
    await shipFor(page, apiUrl, '5.00');
    await addProduct(page, apiUrl, { title: 'Mug', sku: 'MUG', price: '20.00' });

    for (const [email, state, postalCode, total] of [
      ['cal@example.com', 'California', '94103', '$26.81'],
      ['tex@example.com', 'Texas', '78701', '$26.56'],
      ['nev@example.com', 'Nevada', '89101', '$25.00'],
    ] as const) {
      await addToCart(page, shopUrl, { Mug: 1 });
      await page.getByRole('link', { name: 'Go to checkout' }).click();
      await fill(page, {
        'E-mail': email,
        Name: 'Grace Hopper',
        'Street and number': '1 Main Street',
        'Postal code': postalCode,
        City: 'Springfield',
      });
      await page.getByLabel('Country').selectOption('United States');
      await page.getByLabel('State or province').selectOption(state);
      await picture(page, 'us-checkout');
      await page.getByRole('button', { name: 'Continue to shipping' }).click();
      await page.getByRole('button', { name: 'Continue to your order' }).click();
      await picture(page, `us-review-${state}`);
      await page.getByText(total).first().waitFor();
      await page.getByRole('button', { name: 'Buy now' }).click();
      await page.getByText('Send a check').waitFor();
      await showMail(page, await mailTo(inbox, email, /./), `us-mail-placed-${state}`);
    }

    for (const number of ['1001', '1002']) {
      await page.goto(`${apiUrl}/console/orders`);
      await page.getByRole('link', { name: number }).click();
      await markPaid(page, `Check ${number}`);
    }
    await ship(page);
    await button(page, 'Refund').click();
    await dialog(page).getByLabel('Mug').fill('1');
    await dialog(page).getByRole('button', { name: 'Refund $21.25' }).click();
    await page.getByRole('link', { name: /^Credit note .* \(PDF\)/ }).waitFor();
    await picture(page, 'us-console-refunded');
    await showMail(page, await mailTo(inbox, 'tex@example.com', /refund/i), 'us-mail-refunded');

    await eventually(async () =>
      expect(await taxesReported(page, apiUrl)).to.deep.equal([
        ['United States, CA', '7.25%', '$25.00', '$1.81', '$0.00', '$0.00', '$25.00', '$1.81'],
        ['United States, TX', '6.25%', '$25.00', '$1.56', '$20.00', '$1.25', '$5.00', '$0.31'],
      ]),
    );
  });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const isChosen = label.startsWith('Country of');
    const field = isChosen
      ? page.getByRole('combobox', { name: label })
      : page.getByLabel(label, { exact: true });
    await field.fill(value);
    if (isChosen) await field.press('Tab');
  }
}

async function save(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await page.getByText('Saved.', { exact: true }).waitFor();
}

async function nameSeller(
  page: Page,
  apiUrl: string,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(`${apiUrl}/console/settings/store`);
  await page.getByLabel('Name the business on invoices').check();
  await fill(page, details);
  await save(page);
}

async function takeTransfers(page: Page, apiUrl: string, instructions: string): Promise<void> {
  await page.goto(`${apiUrl}/console/settings/payments`);
  await button(page, 'New account').click();
  await dialog(page).getByLabel('Kind').selectOption('By hand: bank transfer, invoice, cash');
  await dialog(page).getByLabel('Name').fill('Bank');
  await dialog(page).getByLabel('Payment instructions').fill(instructions);
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await dialog(page).getByRole('button', { name: 'Take payments with it' }).click();
  await dialog(page).getByRole('button', { name: 'Stop taking payments' }).waitFor();
}

async function shipFor(page: Page, apiUrl: string, price: string): Promise<void> {
  await page.goto(`${apiUrl}/console/settings/shipping`);
  await page.getByLabel(/^Price \(.*\) of option 1/).fill(price);
  await save(page);
}

async function chargeTaxes(
  page: Page,
  apiUrl: string,
  percents: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(`${apiUrl}/console/settings/tax`);
  await page.getByLabel('Prices include tax').uncheck();
  for (const [at, [state, percent]] of Object.entries(percents).entries()) {
    await button(page, 'Add a rate').click();
    const country = page.getByRole('combobox', { name: `Country, rate ${at + 1}` });
    await country.fill('United States');
    await country.press('Tab');
    await page.getByLabel(`Region, rate ${at + 1}`).fill(state);
    await page.getByLabel(`Percent, rate ${at + 1}`).fill(percent);
  }
  await save(page);
}

async function addToCart(
  page: Page,
  shopUrl: string,
  quantities: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [name, quantity] of Object.entries(quantities)) {
    await page.goto(shopUrl);
    await page.getByRole('link', { name }).first().click();
    await page.getByLabel(/^(Quantity|Menge)/).fill(String(quantity));
    await page.getByRole('button', { name: /^(Add to cart|In den Warenkorb)/ }).click();
    await page.getByRole('heading', { name: /^(Your cart|Ihr Warenkorb)/ }).waitFor();
  }
}

async function markPaid(page: Page, reference: string): Promise<void> {
  await button(page, 'Mark as paid').click();
  await dialog(page).getByLabel('Reference', { exact: false }).fill(reference);
  const day = new Date().toISOString().slice(0, 10);
  await fillDate(dialog(page).getByRole('group', { name: 'Received on' }), day);
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('link', { name: /^Invoice .* \(PDF\)/ }).waitFor();
}

async function ship(page: Page): Promise<void> {
  await button(page, 'Ship').click();
  await dialog(page).getByLabel('Carrier').fill('DHL');
  await dialog(page).getByLabel('Tracking number').fill('00340434');
  await dialog(page).getByRole('button', { name: 'Ship' }).click();
  await page.getByText('DHL 00340434').waitFor();
}

/** Country and region, rate, net and tax of each row, and what was refunded of them. */
async function taxesReported(page: Page, apiUrl: string): Promise<string[][]> {
  await page.goto(`${apiUrl}/console/reports`);
  const rows = page.getByRole('region', { name: 'Tax by country and rate' }).locator('tbody tr');
  await rows.first().waitFor();
  await picture(page, 'reports');
  return Promise.all((await rows.all()).map((row) => row.locator('td').allTextContents()));
}

async function addProduct(
  page: Page,
  apiUrl: string,
  { title, sku, price, taxClass }: { title: string; sku: string; price: string; taxClass?: string },
): Promise<void> {
  await page.goto(`${apiUrl}/console/catalogue/products/new`);
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('SKU', { exact: true }).fill(sku);
  await page.getByLabel(/^Price \(/).fill(price);
  await page.getByLabel('In stock', { exact: true }).fill('10');
  await button(page, 'Create').click();
  await button(page, 'Publish').waitFor();
  if (taxClass) {
    await page.getByLabel('Tax class', { exact: true }).selectOption(taxClass);
    await save(page);
  }
  await button(page, 'Publish').click();
  await button(page, 'Unpublish').waitFor();
}

async function showMail(page: Page, mail: ReceivedMail, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  const { html = '', text = '', attachments } = mail;
  await writeFile(`${SCREENSHOTS}/${name}.txt`, `${mail.subject}\n\n${text}`);
  for (const { filename, content } of attachments)
    await writeFile(`${SCREENSHOTS}/${name}-${filename}`, Buffer.from(content as ArrayBuffer));
  const shown = await page.context().newPage();
  await shown.setContent(html);
  await shown.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  await shown.close();
}
