import {
  defineTheme,
  html,
  mayLoadTracker,
  type StoreCompliance,
  type Tracker,
  themeCss,
} from '@service/theme-sdk';
import { expect } from 'chai';
import plain from '../examples/plain/index.js';

const everything: StoreCompliance = {
  cookieConsent: true,
  analytics: {
    lightAnalytics: true,
    lightAnalyticsDomain: 'shop.example',
    webAnalytics: { id: 'wa-1' },
    socialPixel: { pixelId: 'px-1' },
  },
};

describe('the example theme', () => {
  it('renders a product and escapes what the operator typed', () => {
    const card = plain.slots.productCard?.({
      product: {
        title: '<b>Tea</b> & more',
        image: {
          url: 'https://images.example.com/"tea".jpg',
          alt: null,
          width: null,
          height: null,
          srcset: null,
        },
        priceFrom: 1250,
        priceTo: 1900,
        currency: 'EUR',
        available: true,
      },
    });

    expect(String(card)).to.equal(
      '<article class="card"><img src="https://images.example.com/&quot;tea&quot;.jpg" alt="">' +
        '<h2>&lt;b&gt;Tea&lt;/b&gt; &amp; more</h2>\n<p>from 12.50 EUR</p></article>',
    );
  });

  it('loads a tracker after consent and not before', () => {
    const before = String(plain.slots.footer?.({ config: everything, visitor: {} }));
    const after = String(plain.slots.footer?.({ config: everything, visitor: { consented: true } }));

    expect(before).to.equal('<footer></footer>');
    expect(after).to.include('data-id="wa-1"');
  });

  it('turns its tokens into CSS custom properties', () => {
    expect(themeCss(plain)).to.equal(':root{--color-text:#1f2937;--color-accent:#047857;--space-card:1rem}');
  });
});

describe('defineTheme', () => {
  const slots = { page: () => html`<main></main>` };

  for (const [what, theme] of Object.entries({
    'a name with a space': { name: 'my theme', tokens: {}, slots },
    'a token name that is no CSS name': { name: 'theme', tokens: { 'color accent': 'red' }, slots },
    'a value that ends the rule': { name: 'theme', tokens: { color: 'red}body{display:none' }, slots },
    'a value that ends the style sheet': { name: 'theme', tokens: { color: '</style>' }, slots },
  })) {
    it(`refuses ${what}`, () => {
      expect(() => defineTheme(theme)).to.throw(TypeError);
    });
  }
});

describe('mayLoadTracker', () => {
  const cookieTrackers: Tracker[] = ['webAnalytics', 'socialPixel'];

  it('says no to what is not configured', () => {
    for (const tracker of [...cookieTrackers, 'lightAnalytics'] as const) {
      expect(mayLoadTracker(tracker, { cookieConsent: false }, { consented: true }), tracker).to.equal(false);
    }
  });

  it('waits for consent where the store asks for it', () => {
    for (const tracker of cookieTrackers) {
      expect(mayLoadTracker(tracker, everything), tracker).to.equal(false);
      expect(mayLoadTracker(tracker, everything, { consented: false }), tracker).to.equal(false);
      expect(mayLoadTracker(tracker, everything, { consented: true }), tracker).to.equal(true);
    }
  });

  it('needs no consent where the store does not ask, nor for counting without cookies', () => {
    for (const tracker of cookieTrackers) {
      expect(mayLoadTracker(tracker, { ...everything, cookieConsent: false }), tracker).to.equal(true);
    }
    expect(mayLoadTracker('lightAnalytics', everything)).to.equal(true);
    expect(
      mayLoadTracker('lightAnalytics', { cookieConsent: true, analytics: { lightAnalytics: false } }),
    ).to.equal(false);
  });
});
