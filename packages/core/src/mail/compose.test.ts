import { expect } from 'chai';
import { composeMail } from './compose.ts';
import { type MailData, TEMPLATES } from './templates.ts';

const HOSTILE = `<script>alert('x')</script>"&\r\nBcc: thief@example.com`;

const HOSTILE_DATA: { [K in keyof MailData]: MailData[K] } = {
  verification: { name: HOSTILE },
  password_reset: { name: HOSTILE },
  operator_password_reset: { name: HOSTILE },
  password_changed: { name: HOSTILE },
  email_change: { name: HOSTILE },
  email_taken: {},
  email_change_requested: { name: HOSTILE, newEmail: HOSTILE },
  email_changed: { name: HOSTILE, newEmail: HOSTILE },
  order_confirmation: {
    orderNumber: 1001,
    currency: 'EUR',
    lines: [{ title: HOSTILE, quantity: 2, amount: 2500 }],
    shippingTotal: 0,
    total: 2500,
  },
  invitation: { inviter: HOSTILE, role: HOSTILE },
  endpoint_health: { title: HOSTILE, detail: HOSTILE },
  operator_notice: { title: HOSTILE, detail: HOSTILE },
  module: { subject: HOSTILE, text: HOSTILE },
};

function compose(kind: keyof MailData, data: unknown, storefrontUrl?: string) {
  return composeMail({
    kind,
    data,
    storeName: HOSTILE,
    storeId: 'store-1',
    token: 'the-token',
    storefrontUrl,
  });
}

describe('composeMail', () => {
  for (const kind of Object.keys(TEMPLATES) as (keyof MailData)[]) {
    it(`escapes every value of ${kind}`, () => {
      const { subject, html } = compose(kind, HOSTILE_DATA[kind]);

      expect(html).not.to.include('<script');
      expect(html).not.to.match(/<[^>]*alert/);
      expect(html).to.include('&lt;script&gt;');
      expect(subject).not.to.match(/[\r\n]/);
    });
  }

  it('shows the code, and a link behind a hash where a storefront is known', () => {
    const plain = compose('password_reset', { name: null });
    const linked = compose('password_reset', { name: null }, 'https://shop.example/{tenantId}/');

    expect(plain.text).to.include('the-token').and.not.to.include('http');
    expect(linked.text).to.include('https://shop.example/store-1/account/reset#token=the-token');
    expect(linked.html).to.include('href="https://shop.example/store-1/account/reset#token=the-token"');
  });

  it('has the store’s name on one line, also as the sender', () => {
    const { fromName } = composeMail({
      kind: 'password_reset',
      data: { name: null },
      storeName: 'Tea\r\nBcc: eve@example.com\u2028House',
      storeId: 'store-1',
      token: undefined,
      storefrontUrl: undefined,
    });

    expect(fromName).to.equal('Tea Bcc: eve@example.com House');
  });

  it('writes money as its currency does', () => {
    const yen = { ...HOSTILE_DATA.order_confirmation, currency: 'JPY' };

    expect(compose('order_confirmation', HOSTILE_DATA.order_confirmation).text).to.include('€25.00');
    expect(compose('order_confirmation', yen).text).to.include('¥2,500');
  });
});
