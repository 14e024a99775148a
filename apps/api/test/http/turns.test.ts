import { ServiceError } from '@service/contract';
import { createStore, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { createFairScheduler, type FairScheduler } from '../../src/http/turns.ts';
import { startApi } from '../harness.ts';

const BUSY = () => 1;
const IDLE = () => 0;

describe('when the requests of a store begin', () => {
  const takeAll = (turns: FairScheduler, store: string, count: number) =>
    Array.from({ length: count }, () => turns.take(store));

  it('is immediate for a store alone, whatever its number of requests', async () => {
    const turns = createFairScheduler(BUSY);

    await Promise.all(takeAll(turns, 'alone', 500));

    expect(turns.waiting()).to.equal(0);
  });

  it('is at once for one that asks one by one while another floods', async () => {
    const turns = createFairScheduler(BUSY);
    (await turns.take('quiet'))?.();
    const flood = takeAll(turns, 'noisy', 100);

    for (let count = 0; count < 20; count += 1) (await turns.take('quiet'))?.();

    expect(turns.waiting()).to.be.above(90);
    await flood[0];
  });

  it('comes for every request of the flood while the process is not busy', async () => {
    const turns = createFairScheduler(IDLE);
    (await turns.take('quiet'))?.();

    const flood = await Promise.all(takeAll(turns, 'noisy', 50));

    expect(flood).to.have.length(50);
    expect(turns.waiting()).to.equal(0);
  });

  it('is at once for as many as a page needs while the process isn’t busy', async () => {
    const turns = createFairScheduler(IDLE);
    (await turns.take('other'))?.();

    takeAll(turns, 'page', 8);

    expect(turns.waiting()).to.equal(0);
  });

  it('is immediate for a store with slightly more requests than the others, even when busy', async () => {
    const turns = createFairScheduler(BUSY);
    const alike = ['one', 'two', 'three', 'four'].flatMap((store) => takeAll(turns, store, 10));
    await Promise.all([...alike, ...takeAll(turns, 'more', 12)]);

    // How much each asks for is known after a while.
    await until(async () => {
      const further = takeAll(turns, 'more', 3);
      const isAtOnce = turns.waiting() === 0;
      for (const turn of further) (await turn)?.();
      return isAtOnce;
    }, 'three requests that begin at once');
  });

  it('comes one after another while it is busy, also when none has ended', async () => {
    const turns = createFairScheduler(BUSY);
    (await turns.take('quiet'))?.();

    const order: number[] = [];
    await Promise.all(takeAll(turns, 'noisy', 6).map((turn, index) => turn.then(() => order.push(index))));

    expect(order).to.deep.equal([0, 1, 2, 3, 4, 5]);
  });

  it('comes alone for each that waited: two at once would keep a quiet store waiting', async () => {
    const turns = createFairScheduler(IDLE);
    (await turns.take('quiet'))?.();
    takeAll(turns, 'noisy', 8);
    let moment = 0;
    const moments: number[] = [];
    const waited = takeAll(turns, 'noisy', 10).map((turn) => turn.then(() => moments.push(moment)));

    while (moments.length < 10) {
      moment += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }

    await Promise.all(waited);
    expect(new Set(moments)).to.have.property('size', 10);
  });

  it('never comes for what is too much: that is refused, and says when to come again', async () => {
    const turns = createFairScheduler(BUSY);
    (await turns.take('quiet'))?.();

    const refusals = await Promise.all(
      takeAll(turns, 'noisy', 1_020)
        .slice(1_015)
        .map((turn) => turn.catch((error: unknown) => error)),
    );

    for (const error of refusals) {
      expect(error).to.be.instanceOf(ServiceError);
      expect(error).to.include({ code: 'too_many_requests', retryAfterSeconds: 1 });
    }
  });

  it('skips a waiting request whose client hung up, and those behind it move up', async () => {
    const turns = createFairScheduler(BUSY);
    (await turns.take('quiet'))?.();
    const clients = Array.from({ length: 500 }, () => new AbortController());
    const begun = takeAll(turns, 'noisy', 10);
    const left = clients.map(({ signal }) => turns.take('noisy', () => signal));
    const last = turns.take('noisy');

    for (const client of clients) client.abort();

    for (const turn of await Promise.all(left)) expect(turn).to.equal(undefined);
    expect(await turns.take('noisy', () => AbortSignal.abort())).to.equal(undefined);
    for (const turn of [...begun, last]) expect(await turn).to.be.a('function');
    expect(turns.waiting()).to.equal(0);
  });

  it('never comes once the process stops: what waits gets a 503 with Retry-After', async () => {
    const turns = createFairScheduler(BUSY);
    const api = await startApi({ settings: { turns } });
    const [quiet, noisy] = [await createStore(api.env.system), await createStore(api.env.system)];
    const create = (store: TestStore, title: string) =>
      api.request('POST', '/admin/v1/products', { token: store.token(), body: { title } });
    (await create(quiet, 'Coffee')).expect(201);
    const asked = Array.from({ length: 40 }, (_, index) => create(noisy, `Tea ${index}`));
    await until(() => turns.waiting() > 0, 'a request that waits');

    turns.close();

    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.not.have.length(0);
    for (const answer of refused) {
      answer.refused('dependency_unavailable');
      expect(answer.headers.get('retry-after')).to.equal('5');
    }
    expect(await noisy.admin.db.product.count()).to.equal(40 - refused.length);
    expect(turns.waiting()).to.equal(0);
    await api.close();
  });
});
