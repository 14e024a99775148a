import type { Locale } from '@service/contract';
import { expect } from 'chai';
import { composeMail, type MailLinks } from './compose.ts';
import { GIVEN, type MailData, type MailKind } from './templates.ts';
import { TEXTS } from './texts/index.ts';

const HOSTILE = `<script>alert('x')</script>"&\r\nBcc: thief@example.com`;

const ORDER = { locale: 'en', orderNumber: 1001 } as const;
const COSTS = {
  ...ORDER,
  currency: 'EUR',
  lines: [{ title: HOSTILE, quantity: 2, amount: 2500 }],
  discounts: [],
  discountTotal: 0,
  shippingTotal: 0,
  addedTax: 0,
  total: 2500,
};
const GOODS = { ...ORDER, lines: [{ title: HOSTILE, quantity: 2 }] };

const HOSTILE_DATA: { [K in MailKind]: MailData[K] } = {
  verification: {},
  password_reset: { name: HOSTILE },
  operator_password_reset: { name: HOSTILE },
  password_changed: { name: HOSTILE },
  email_change: {},
  email_taken: {},
  email_change_requested: { name: HOSTILE, newEmail: HOSTILE },
  email_changed: { name: HOSTILE, newEmail: HOSTILE },
  order_placed: {
    ...COSTS,
    instructions: HOSTILE,
    payBy: '2026-01-29T09:30:00.000Z',
    timeZone: 'Europe/Berlin',
  },
  payment_link: { ...COSTS, payBy: null, timeZone: 'Europe/Berlin' },
  order_confirmation: { ...COSTS, exchangeOf: null },
  payment_failed: { ...ORDER, currency: 'EUR', total: 2500 },
  order_shipped: {
    ...GOODS,
    isPart: false,
    carrier: HOSTILE,
    trackingNumber: HOSTILE,
    trackingUrl: 'https://carrier.example/0034',
  },
  order_ready: {
    ...GOODS,
    place: {
      address: {
        name: HOSTILE,
        line1: HOSTILE,
        line2: HOSTILE,
        city: HOSTILE,
        postalCode: HOSTILE,
        country: 'DE',
      },
      openingHours: [{ day: 'monday', opens: '09:00', closes: '18:00' }],
      note: HOSTILE,
    },
  },
  order_cancelled: { ...ORDER, why: 'unpaid' },
  order_refunded: { ...ORDER, currency: 'EUR', amount: 2500, refundId: null },
  return_requested: GOODS,
  return_approved: { ...GOODS, note: HOSTILE },
  return_rejected: { ...GOODS, note: HOSTILE },
  return_received: GOODS,
  withdrawal_received: { ...GOODS, receivedAt: '2026-01-15T09:30:00.000Z', timeZone: 'Europe/Berlin' },
  invitation: { inviter: HOSTILE, role: HOSTILE },
  endpoint_health: { title: HOSTILE, detail: HOSTILE },
  operator_notice: { title: HOSTILE, detail: HOSTILE },
  module: { subject: HOSTILE, text: HOSTILE },
};

const LOCALES = Object.keys(TEXTS) as Locale[];

function compose(
  kind: MailKind,
  data: unknown,
  {
    links = {},
    locale = 'en',
    text,
  }: { links?: MailLinks; locale?: Locale; text?: { subject: string; body: string } } = {},
) {
  return composeMail({
    kind,
    data,
    storeName: HOSTILE,
    storeId: 'store-1',
    storeLocale: locale,
    token: 'the-token',
    links,
    text,
  });
}

describe('composeMail', () => {
  for (const kind of Object.keys(HOSTILE_DATA) as MailKind[]) {
    it(`escapes every value of ${kind}`, async () => {
      for (const locale of LOCALES) {
        const { subject, html } = await compose(kind, HOSTILE_DATA[kind], { locale });

        expect(html).not.to.include('<script');
        expect(html).not.to.match(/<[^>]*alert/);
        expect(html).to.include('&lt;script&gt;');
        expect(subject).not.to.match(/[\r\n]/);
      }
    });
  }

  it('translates each message into each language, and sends operators’ notices in English', async () => {
    for (const kind of Object.keys(HOSTILE_DATA) as MailKind[]) {
      const mails = await Promise.all(
        LOCALES.map((locale) => {
          const data = HOSTILE_DATA[kind];
          return compose(kind, 'locale' in data ? { ...data, locale } : data, { locale });
        }),
      );

      const count = kind in GIVEN ? 1 : LOCALES.length;
      for (const part of ['subject', 'text', 'html'] as const)
        expect(new Set(mails.map((mail) => mail[part])).size, `${kind} ${part}`).to.equal(count);
      expect(mails.map(({ html }) => /<html lang="(..)">/.exec(html)?.[1])).to.deep.equal(
        kind in GIVEN ? LOCALES.map(() => 'en') : LOCALES,
      );
    }
  });

  it('confirms an order in its own language, with amounts as that language writes them', async () => {
    const order = { ...HOSTILE_DATA.order_confirmation, locale: 'de' };

    const { subject, text } = await compose('order_confirmation', order, { locale: 'fr' });

    expect(subject).to.include('Ihre Bestellung 1001');
    expect(text).to.include('Gesamtbetrag   25,00\u00a0€');
  });

  it('shows the discount and the added tax, so that the rows add up to the total', async () => {
    const order = { ...HOSTILE_DATA.order_confirmation, discountTotal: 500, addedTax: 380, total: 2380 };

    const { text } = await compose('order_confirmation', order);

    expect(text).to.match(/Discount +-€5\.00\n *Shipping +€0\.00\n *VAT +€3\.80\n *Total +€23\.80/);
    expect((await compose('order_confirmation', HOSTILE_DATA.order_confirmation)).text)
      .to.include('Shipping')
      .and.not.include('Discount')
      .and.not.include('VAT');
  });

  it('leads to the carrier’s page, and to no address that isn’t one', async () => {
    const shipped = (trackingUrl: string) =>
      compose('order_shipped', { ...HOSTILE_DATA.order_shipped, trackingUrl });

    expect((await shipped('https://carrier.example/?a="b"')).html).to.include(
      'href="https://carrier.example/?a=&quot;b&quot;"',
    );
    expect((await shipped('javascript:alert(1)')).html)
      .to.not.include('javascript')
      .and.to.not.include('<a ');
  });

  it('shows the code, and a link behind a hash where a storefront is known', async () => {
    const plain = await compose('password_reset', { name: null });
    const linked = await compose(
      'password_reset',
      { name: null },
      { links: { storefrontUrl: 'https://shop.example/{tenantId}/' } },
    );

    expect(plain.text).to.include('the-token').and.not.to.include('http');
    expect(linked.text).to.include('https://shop.example/store-1/account/reset#token=the-token');
    expect(linked.html).to.include('href="https://shop.example/store-1/account/reset#token=the-token"');
  });

  it('leads operators to the console, never to the shop', async () => {
    const links = { storefrontUrl: 'https://shop.example', consoleOrigin: 'https://api.example' };
    const invitation = await compose('invitation', { inviter: null, role: 'support' }, { links });
    const reset = await compose('operator_password_reset', { name: null }, { links });
    const unknown = await compose(
      'invitation',
      { inviter: null, role: 'support' },
      { links: { storefrontUrl: 'https://shop.example' } },
    );

    expect(invitation.text).to.include('https://api.example/console/accept-invitation#token=the-token');
    expect(reset.html).to.include('href="https://api.example/console/reset-password#token=the-token"');
    for (const { text } of [invitation, reset, unknown]) expect(text).to.not.include('shop.example');
  });

  it('leads to the pages of codes and of carriers, and to nothing else', async () => {
    const links = { storefrontUrl: 'https://shop.example', consoleOrigin: 'https://api.example' };
    const data = {
      ...HOSTILE_DATA,
      order_shipped: { ...HOSTILE_DATA.order_shipped, trackingUrl: 'https://carrier.example/1' },
    };
    const found: Record<string, string[]> = {};
    for (const kind of Object.keys(data) as MailKind[]) {
      const { html } = await compose(kind, data[kind], { links });
      const urls = [...html.matchAll(/(?:href|src)="([^"#]*)/g)].map(([, url = '']) => url);
      if (urls.length > 0) found[kind] = urls;
    }

    expect(found).to.deep.equal({
      verification: ['https://shop.example/account/verify'],
      password_reset: ['https://shop.example/account/reset'],
      operator_password_reset: ['https://api.example/console/reset-password'],
      email_change: ['https://shop.example/account/email'],
      invitation: ['https://api.example/console/accept-invitation'],
      payment_link: ['https://shop.example/pay/the-token'],
      order_shipped: ['https://carrier.example/1'],
    });
  });

  it('has the link of a payment whatever the text says, and its code where no shop is known', async () => {
    const text = { subject: 'Pay', body: 'Thank you.' };
    const links = { storefrontUrl: 'https://shop.example/{tenantId}/' };

    const linked = await compose('payment_link', HOSTILE_DATA.payment_link, { links, text });
    const plain = await compose('payment_link', HOSTILE_DATA.payment_link, { text });

    expect(linked.text).to.include('Pay the order: https://shop.example/store-1/pay/the-token');
    expect(plain.text).to.include('Pay the order the-token');
  });

  it('has the store’s name on one line, also as the sender', async () => {
    const { fromName } = await composeMail({
      kind: 'password_reset',
      data: { name: null },
      storeName: 'Tea\r\nBcc: eve@example.com\u2028House',
      storeId: 'store-1',
      storeLocale: 'en',
      token: undefined,
      links: {},
    });

    expect(fromName).to.equal('Tea Bcc: eve@example.com House');
  });

  it('writes money as its currency does', async () => {
    const yen = { ...HOSTILE_DATA.order_confirmation, currency: 'JPY' };

    expect((await compose('order_confirmation', HOSTILE_DATA.order_confirmation)).text).to.include('€25.00');
    expect((await compose('order_confirmation', yen)).text).to.include('¥2,500');
  });
});
