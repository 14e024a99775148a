import { expect } from 'chai';
import { createNameLookups } from './name-lookups.ts';

const never = () => new Promise<never>(() => {});
const timeout = () => Promise.reject(Object.assign(new Error('queryA ETIMEOUT'), { code: 'ETIMEOUT' }));
const asker = (tenantId: string) => ({ tenantId, waitMs: 10, timeoutMs: 10_000 });

describe('looking up names', () => {
  it('of one store is limited: names that don’t answer cost no other store its turn', async () => {
    const lookups = createNameLookups({ timeoutMs: 200 });
    let asked = 0;
    const silent = Array.from({ length: 40 }, (_, index) =>
      lookups.look(`name-${index}.test`, asker('flooding'), () => {
        asked += 1;
        return never();
      }),
    );

    const other = await lookups.look('fine.test', asker('other'), async () => 'address');
    const states = (await Promise.all(silent)).map(({ state }) => state);

    expect(other).to.include({ state: 'answered', value: 'address' });
    expect(asked).to.equal(20);
    expect(states.filter((state) => state === 'busy')).to.have.length(20);
    expect(states.filter((state) => state === 'silent')).to.have.length(20);
  });

  it('that have answered goes on beside those of the same store that don’t', async () => {
    const lookups = createNameLookups({ timeoutMs: 200 });
    await lookups.look('fine.test', asker('store'), async () => 'address');
    const silent = Array.from({ length: 20 }, (_, index) =>
      lookups.look(`name-${index}.test`, asker('store'), never),
    );

    const fine = await lookups.look('fine.test', asker('store'), async () => 'another');

    expect(fine).to.include({ state: 'answered', value: 'another' });
    await Promise.all(silent);
  });

  it('that were silent isn’t done again for a while, longer each time, up to a minute', async () => {
    let at = 0;
    const lookups = createNameLookups({ now: () => at });
    const askedAt: number[] = [];
    for (at = 0; at < 200_000; at += 1000)
      await lookups.look('silent.test', asker('store'), () => {
        askedAt.push(at / 1000);
        return timeout();
      });

    expect(askedAt).to.deep.equal([0, 5, 15, 35, 75, 135, 195]);
  });

  it('that don’t exist is done each time', async () => {
    const lookups = createNameLookups();
    let asked = 0;
    const look = () =>
      lookups.look('unknown.test', asker('store'), () => {
        asked += 1;
        return Promise.reject(new Error('ENOTFOUND'));
      });

    const states = [await look(), await look()].map(({ state }) => state);

    expect(states).to.deep.equal(['failed', 'failed']);
    expect(asked).to.equal(2);
  });

  it('doesn’t count the wait for the turn as time of the question', async () => {
    const lookups = createNameLookups({ timeoutMs: 100 });
    const patient = { tenantId: 'store', waitMs: 10_000, timeoutMs: 10_000 };
    const silent = Array.from({ length: 20 }, (_, index) =>
      lookups.look(`name-${index}.test`, patient, never),
    );

    const fine = await lookups.look('fine.test', { ...patient, timeoutMs: 50 }, async () => 'address');

    // It waited twice as long as it may take.
    expect(fine).to.include({ state: 'answered', value: 'address' });
    await Promise.all(silent);
  });
});
