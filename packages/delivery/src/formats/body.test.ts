import {
  CHAT_FORMATS,
  EVENT_NAMES,
  EVENTS,
  EXAMPLE_OBJECTS,
  NEWEST_PAYLOAD_VERSION,
  SUBSCRIPTION_FORMATS,
  type SubscriptionFormat,
} from '@service/contract';
import { expect } from 'chai';
import { bodyOf, type FormattedDelivery } from './body.ts';

const CONSOLE = { consoleUrl: 'https://shop.example/console' };
const HOSTILE =
  '<!channel> <@U1> @everyone <@&1> <https://evil.example|Pay> [Pay](https://evil.example) *b* {{DATE(1)}} \u202ecba\r\n> & \\ `';

/** What text a shopper could type, in each place where a payload has one. */
function withText(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withText(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      ['title', 'name', 'label', 'note', 'attention'].includes(name) ? text : withText(each, text),
    ]),
  );
}

function delivery(
  event: (typeof EVENT_NAMES)[number],
  format: SubscriptionFormat,
  { text = 'Ada', isFull = true, locale = 'en', isTest = false }: Partial<Options> = {},
): FormattedDelivery {
  const { object, example } = EVENTS[event];
  const payload = {
    object: object && (withText(EXAMPLE_OBJECTS[object], text) as Record<string, unknown>),
    changes: [{ name: 'note', before: null, after: text }],
    actor: null,
  };
  return {
    id: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
    tenantId: '0d1c2b3a-4f5e-4a6b-8c7d-9e8f7a6b5c4d',
    event,
    occurredAt: new Date('2026-01-15T09:31:00.000Z'),
    data: withText(example, text) as Record<string, unknown>,
    fullData: isFull ? { apiVersion: NEWEST_PAYLOAD_VERSION, payload } : null,
    isTest,
    format,
    locale: CHAT_FORMATS.includes(format) ? locale : null,
  };
}

interface Options {
  text: string;
  isFull: boolean;
  locale: 'en' | 'de' | 'fr';
  isTest: boolean;
}

/** All strings of a JSON value with the names of the members that lead to them. */
function textsOf(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, `${path}/${name}`));
}

const parse = (given: FormattedDelivery) => JSON.parse(bodyOf(given, CONSOLE).body.toString());

/** What each platform documents, and would refuse. */
const CHECKS: Readonly<Record<SubscriptionFormat, (body: never, given: FormattedDelivery) => void>> = {
  envelope(body: object, { id, event, data, fullData }) {
    expect(body).to.deep.equal({
      ...{ id, event, occurredAt: '2026-01-15T09:31:00.000Z' },
      data: { ...data, ...fullData?.payload },
    });
  },
  cloudevents(body: Record<string, unknown>, { id, event, tenantId, data, fullData }) {
    expect(body).to.deep.include({ specversion: '1.0', id, source: `urn:uuid:${tenantId}`, type: event });
    expect(body).to.include({ time: '2026-01-15T09:31:00.000Z', datacontenttype: 'application/json' });
    expect(body.subject).to.match(/^[0-9a-f-]{36}$/);
    expect(body.data).to.deep.equal({ ...data, ...fullData?.payload });
  },
  slack(body: { text: string; blocks: { type: string; text?: { text: string }; fields?: object[] }[] }) {
    const [header, ...blocks] = body.blocks;
    expect(header).to.have.property('type', 'header');
    expect(header?.text?.text.length).to.be.within(1, 150);
    expect(body.text.length).to.be.within(1, 3000);
    expect(blocks.length).to.be.most(49);
    for (const { fields } of blocks) expect(fields?.length ?? 1).to.be.within(1, 10);
    for (const { path, text } of textsOf(body)) {
      expect(text.length, path).to.be.within(1, 2000);
      expect(text.replace(/^<https:\/\/shop\.example\/console\/[\w/-]+\|[^<>]+>$/, ''), path).to.not.match(
        /[<>]/,
      );
    }
    for (const { fields = [] } of blocks)
      for (const field of fields as { type: string; text: string }[])
        if (field.type === 'mrkdwn') expect(field.text).to.match(/^\*[\p{L} ]+\*$/u);
  },
  teams(body: { type: string; attachments: { contentType: string; content: Record<string, unknown> }[] }) {
    expect(Buffer.byteLength(JSON.stringify(body))).to.be.below(28 * 1024);
    const { contentType, content } = body.attachments[0] as (typeof body.attachments)[0];
    expect([body.type, contentType, content.type, content.version]).to.deep.equal([
      ...['message', 'application/vnd.microsoft.card.adaptive', 'AdaptiveCard', '1.4'],
    ]);
    // Only these show text as it is: TextBlock and FactSet know Markdown.
    for (const { path, text } of textsOf(content.body)) {
      if (path.endsWith('/type')) expect(text).to.be.oneOf(['RichTextBlock', 'TextRun']);
      expect(text).to.not.include('{{');
    }
    expect(JSON.stringify(body)).to.not.include('<at>').and.not.include('"entities"');
  },
  discord(body: { allowed_mentions: object; embeds: Record<string, unknown>[] }) {
    expect(body.allowed_mentions).to.deep.equal({ parse: [] });
    expect(body).to.not.have.property('content');
    const [embed, ...more] = body.embeds as [{ title: string; fields: { name: string; value: string }[] }];
    expect(more).to.deep.equal([]);
    expect(embed.title.length).to.be.within(1, 256);
    expect(embed.fields.length).to.be.most(25);
    for (const { name, value } of embed.fields) {
      expect(name.length).to.be.within(1, 256);
      expect(value.length).to.be.within(1, 1024);
    }
    const typed = textsOf(embed).filter(({ path }) => path !== '/url');
    expect(typed.reduce((sum, { text }) => sum + text.length, 0)).to.be.most(6000);
    for (const { path, text } of typed.filter(({ path }) => /title|value/.test(path)))
      expect(text.replace(/\\[^\p{L}\p{N}\s]/gu, ''), path).to.not.match(/[\\*_~`|>#[\]()<@:]/);
  },
};

describe('formats of deliveries', () => {
  for (const format of SUBSCRIPTION_FORMATS)
    it(`${format}: each event fits what the platform documents, whatever was typed`, () => {
      for (const event of EVENT_NAMES)
        for (const isFull of [true, false])
          for (const text of ['Ada', HOSTILE, '𒈙<&>'.repeat(1000), ' '])
            for (const locale of ['en', 'de'] as const) {
              const given = delivery(event, format, { text, isFull, locale });
              CHECKS[format](parse(given) as never, given);
            }
    });

  it('give the same bytes for the same event, and mark those that people take for real', () => {
    for (const format of SUBSCRIPTION_FORMATS) {
      const given = delivery('order.paid', format);
      expect(bodyOf(given, CONSOLE).body.equals(bodyOf(structuredClone(given), CONSOLE).body)).to.equal(true);
      const test = bodyOf(delivery('order.paid', format, { isTest: true }), CONSOLE).body.toString();
      expect(test.includes('Test')).to.equal(CHAT_FORMATS.includes(format));
    }
  });

  it('say what a full payload holds, in the language and the notation of the subscription', () => {
    const total = (locale: Options['locale']) => {
      const { embeds } = parse(delivery('order.paid', 'discord', { locale }));
      const { title, fields } = embeds[0];
      return { title, total: fields.find(({ name }: { name: string }) => /total|Gesamt/i.test(name)).value };
    };
    expect(total('en').title).to.match(/^Order \d+ is paid$/);
    expect(total('de').title).to.match(/^Bestellung \d+ ist bezahlt$/);
    expect(total('en').total).to.match(/^€\d+\\\.\d\d$/);
    expect(total('de').total).to.match(/^\d+,\d\d\s€$/);
    expect(total('fr').total).to.match(/^\d+,\d\d\s€$/);
  });

  it('link to the console, unless what happened is gone or nobody knows where it is', () => {
    const linkOf = (
      event: 'order.paid' | 'product.deleted',
      options = CONSOLE as { consoleUrl: string | null },
    ) => JSON.parse(bodyOf(delivery(event, 'discord'), options).body.toString()).embeds[0].url;
    const { orderId } = EVENTS['order.paid'].example;
    expect(linkOf('order.paid')).to.equal(`https://shop.example/console/orders/${orderId}`);
    expect(linkOf('product.deleted')).to.equal(undefined);
    expect(linkOf('order.paid', { consoleUrl: null })).to.equal(undefined);
  });

  it('leave what is typed readable', () => {
    const { embeds } = parse(delivery('product.created', 'discord', { text: 'Lamp_1 (red)' }));
    expect(embeds[0].title).to.equal('“Lamp\\_1 \\(red\\)” was created');
    const { blocks } = parse(delivery('product.created', 'slack', { text: 'Salt & <pepper>' }));
    expect(blocks[0].text.text).to.equal('“Salt &amp; &lt;pepper&gt;” was created');
  });
});
