import { ORDER_STATUSES, ServiceError, type WebhookFilter } from '@service/contract';
import { expect } from 'chai';
import { filterColumns } from './read-filter.ts';

const TOTAL = 'data.object.total';
const STATUS = 'data.status';
const SKU = 'data.object.lines.sku';
const ORDER_ID = '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0';

const all = (...members: WebhookFilter[]): WebhookFilter => ({ all: members });
const any = (...members: WebhookFilter[]): WebhookFilter => ({ any: members });
const not = (member: WebhookFilter): WebhookFilter => ({ not: member });

/** Where it is refused; null: it isn't. */
function refusalOf(filter: WebhookFilter, events: readonly string[]): string | null {
  try {
    filterColumns(filter, events);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).to.equal('validation_failed');
    return `${error.errors?.[0]?.path} ${error.errors?.[0]?.message}`;
  }
}

describe('a filter', () => {
  const POSSIBLE: [string, WebhookFilter, string[]?][] = [
    ['a status of the events', { path: STATUS, equals: 'paid' }],
    [
      'a status that only one of several events has',
      { path: STATUS, equals: 'paid' },
      ['product.*', 'order.paid'],
    ],
    [
      'the event itself',
      any({ path: 'event', equals: 'order.paid' }, { path: 'event', prefix: 'return.' }),
      ['*'],
    ],
    ['no resource, where events have none', { path: 'data.object', exists: false }, ['import.completed']],
    ['a field of the store’s own with dots', { path: 'data.object.metadata.erp.id', equals: 7 }],
    ['two items of a list', all({ path: SKU, equals: 'A' }, { path: SKU, equals: 'B' })],
    ['a list without an item', not({ path: SKU, exists: true })],
    ['a range', all({ path: TOTAL, greater: 100 }, { path: TOTAL, less: 102 })],
    [
      'a range of a text',
      all({ path: 'data.object.email', greater: 'a' }, { path: 'data.object.email', prefix: 'aa' }),
    ],
    [
      'what changed',
      all({ path: 'data.changes.name', equals: 'status' }, { path: 'data.changes.after', equals: 7 }),
    ],
    [
      'what changed, where one of several events says it',
      { path: 'data.changes.name', equals: 'title' },
      ['product.created', 'product.updated'],
    ],
    ['that nothing changed', { path: 'data.changes', exists: false }, ['order.created']],
    ['another actor', not({ path: 'data.actor.type', equals: 'api_key' })],
    ['null', { path: 'data.object.customerId', equals: null }],
    [
      'a value and none, in turn',
      any({ path: TOTAL, equals: 1 }, { path: TOTAL, exists: false }),
      ['order.*', 'product.*'],
    ],
    [
      'what is excluded twice',
      all(not({ path: STATUS, equals: 'paid' }), not({ path: STATUS, equals: 'pending' })),
      ['order.*'],
    ],
    ['a time', { path: 'data.object.createdAt', greater: '2026-01-01' }],
  ];
  for (const [name, filter, events = ['order.paid']] of POSSIBLE)
    it(`takes ${name}`, () => expect(refusalOf(filter, events)).to.equal(null));

  const HERE = '/body/filter';
  const IMPOSSIBLE: [string, WebhookFilter, string, string[]?][] = [
    [
      'a path that no event has',
      { path: 'data.object.totl', equals: 1 },
      `${HERE}/path names data.object.totl`,
    ],
    [
      'what changed, of events that never say it',
      { path: 'data.changes.name', equals: 'status' },
      `${HERE}/path names data.changes.name`,
      ['order.created', 'payment.*', 'product.deleted', 'webhook.*'],
    ],
    [
      'that something changed, of such events',
      { path: 'data.changes', exists: true },
      `${HERE}/exists never holds at data.changes`,
      ['customer.created'],
    ],
    [
      'a path of another event',
      { path: 'data.productId', equals: ORDER_ID },
      `${HERE}/path names data.productId`,
    ],
    ['a path to nothing', { path: '', exists: true }, `${HERE}/path names `],
    ['a path below a value', { path: 'data.status.x', exists: true }, `${HERE}/path names data.status.x`],
    [
      'a path of JavaScript’s',
      { path: 'data.constructor', exists: true },
      `${HERE}/path names data.constructor`,
    ],
    [
      'a value that isn’t listed',
      { path: STATUS, equals: 'payed' },
      `${HERE}/equals never holds at data.status, which is one of pending, paid`,
    ],
    ['the same, negated', not({ path: STATUS, equals: 'payed' }), `${HERE}/not/equals never`],
    [
      'a text where a number is',
      { path: TOTAL, equals: '100' },
      `${HERE}/equals never holds at data.object.total, which is of type integer`,
    ],
    ['a half where integers are', { path: TOTAL, in: [0.5] }, `${HERE}/in never`],
    ['less than the least', { path: TOTAL, less: 0 }, `${HERE}/less never`],
    ['a text to compare a number with', { path: TOTAL, greater: '1' }, `${HERE}/greater never`],
    ['the beginning of a number', { path: TOTAL, prefix: '1' }, `${HERE}/prefix never`],
    [
      'the lack of what is always there',
      { path: STATUS, exists: false },
      `${HERE}/exists never holds at data.status`,
    ],
    ['an id that is none', { path: 'data.orderId', equals: 'A-1' }, `${HERE}/equals never`],
    ['an object as a value', { path: 'data.object', equals: 1 }, `${HERE}/equals never`],
    [
      'another event',
      { path: 'event', equals: 'order.created' },
      `${HERE}/equals never holds at event, which is one of order.paid`,
    ],
    [
      'two values of one member',
      all({ path: TOTAL, equals: 1 }, { path: TOTAL, equals: 2 }),
      `${HERE} never holds`,
    ],
    [
      'a value and not that',
      all({ path: TOTAL, in: [1, 2] }, not({ path: TOTAL, less: 3 })),
      `${HERE} never holds`,
    ],
    ['an empty range', all({ path: TOTAL, greater: 100 }, { path: TOTAL, less: 101 }), `${HERE} never holds`],
    [
      'a beginning beyond the range',
      all({ path: 'data.object.email', prefix: 'b' }, { path: 'data.object.email', less: 'b' }),
      `${HERE} never`,
    ],
    [
      'two beginnings',
      all({ path: 'data.object.email', prefix: 'ab' }, { path: 'data.object.email', prefix: 'ac' }),
      `${HERE} never holds`,
    ],
    [
      'a value and its lack',
      all({ path: 'data.object.email', prefix: 'a' }, { path: 'data.object.email', exists: false }),
      `${HERE} never`,
    ],
    ['all that there is, excluded', not({ path: STATUS, in: [...ORDER_STATUSES] }), `${HERE} never holds`],
    [
      'conditions on different events',
      all({ path: 'event', equals: 'order.paid' }, { path: 'data.productId', exists: true }),
      `${HERE} never`,
      ['*'],
    ],
    [
      'a contradiction in every alternative',
      not(any({ path: TOTAL, less: 5 }, not({ path: TOTAL, equals: 4 }))),
      `${HERE} never`,
    ],
    ['no operator', { path: STATUS }, `${HERE} must have exactly one of`],
    ['two operators', { path: STATUS, equals: 'paid', prefix: 'p' }, `${HERE} must have exactly one of`],
    ['an operator without a path', { equals: 'paid' }, `${HERE}/path must be given beside equals`],
    [
      'a path beside a group',
      { path: STATUS, all: [{ path: STATUS, equals: 'paid' }] },
      `${HERE}/path must be absent beside all`,
    ],
    [
      'too deep a tree',
      not(not(not(not(not({ path: STATUS, equals: 'paid' }))))),
      `${HERE}/not/not/not/not/not is deeper`,
    ],
    [
      'too many conditions',
      all(
        any(...Array(9).fill({ path: STATUS, equals: 'paid' })),
        any(...Array(8).fill({ path: STATUS, equals: 'paid' })),
      ),
      `${HERE} has 17 conditions`,
    ],
    [
      'too many bytes',
      any(...Array(15).fill({ path: 'data.object.email', equals: 'ä'.repeat(250) })),
      `${HERE} is larger`,
    ],
  ];
  for (const [name, filter, refusal, events = ['order.paid']] of IMPOSSIBLE)
    it(`is refused for ${name}, at its place`, () => expect(refusalOf(filter, events)).to.include(refusal));

  it('says how much of an event it is about', () => {
    const reads = (filter: WebhookFilter) => filterColumns(filter, ['order.paid']).filterReads;

    expect(reads(all({ path: STATUS, equals: 'paid' }, { path: 'event', exists: true }))).to.equal('event');
    expect(reads({ path: 'data.changes.name', equals: 'status' })).to.equal('details');
    expect(reads(not({ path: 'data.actor.type', equals: 'job' }))).to.equal('details');
    expect(reads(any({ path: STATUS, equals: 'paid' }, { path: TOTAL, greater: 5 }))).to.equal('object');
  });

  it('is refused if none of many alternatives can hold for any event', () => {
    const groups = Array.from({ length: 5 }, (_, index) =>
      any(...[1, 2, 3].map((each) => ({ path: `data.object.metadata.${index}`, equals: each }))),
    );
    const filter = all(all(...groups), { path: 'data.object.metadata.0', equals: 4 });

    expect(refusalOf(filter, ['*', 'webhook.*'])).to.include('never holds');
  });
});
