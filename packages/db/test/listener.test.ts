import { expect } from 'chai';
import { queryAsOwner, testDatabaseUrl } from '../../testing/src/database.ts';
import { openSilentWire, type SilentWire } from '../../testing/src/silent-wire.ts';
import { until } from '../../testing/src/until.ts';
import { createListener } from '../src/index.ts';
import { rejectionOf } from './rejection-of.ts';

describe('a listener', () => {
  let wire: SilentWire;
  let heard: string[];

  beforeEach(async () => {
    wire = await openSilentWire(await testDatabaseUrl());
    heard = [];
  });
  afterEach(() => wire.close());

  const create = () =>
    createListener({
      url: wire.url,
      channel: 'listener_test',
      onMessage: (payload) => heard.push(payload),
      onListening() {},
      onError() {},
    });
  const notify = (word: string) => queryAsOwner(`SELECT pg_notify('listener_test', $1)`, [word]);
  const hears = (word: string) => until(() => heard.includes(word), `the notice ${word}`);

  it('whose connection no longer responds listens by another one from the next check on', async () => {
    const listener = create();
    await listener.check();
    await notify('before');
    await hears('before');
    wire.silence();

    const refused = await rejectionOf(listener.check());
    await listener.check();
    await notify('after');
    await hears('after');

    expect(refused.message).to.match(/timeout/i);
    await listener.close();
  });

  it('opens one connection for two checks at once, and none that outlives its end', async () => {
    const listener = create();

    await Promise.all([listener.check(), listener.check()]);
    const whileOpen = wire.connections();
    await listener.close();
    const other = create();
    const opening = other.check();
    await other.close();
    await opening;
    await other.check();

    expect(whileOpen).to.equal(1);
    await until(() => wire.connections() === 0, 'the end of all connections');
  });
});
