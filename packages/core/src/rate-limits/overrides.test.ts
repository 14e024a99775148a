import { expect } from 'chai';
import type { SystemContext } from '../context.ts';
import { createOverrides } from './overrides.ts';

describe('the rate limits of stores', () => {
  it('hold while they are read anew and the database says nothing', async () => {
    const readings: (() => Promise<{ id: string; rateLimitPerMinute: number }[]>)[] = [
      async () => [{ id: 'store', rateLimitPerMinute: 5 }],
      () => new Promise(() => {}),
    ];
    const system = {
      db: { tenant: { findMany: () => readings.shift()?.() } },
      log: { warn() {} },
    } as unknown as SystemContext;
    const readOverrides = createOverrides(0);

    const seen = [await readOverrides(system), await readOverrides(system), await readOverrides(system)];

    expect(seen.map((limits) => limits.get('store'))).to.deep.equal([5, 5, 5]);
    expect(readings).to.deep.equal([]);
  });
});
