import { privacy, type SystemContext } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { useCustomerScene } from '../../store/customers/scene.ts';

/** Rows that no step of theirs can be taken of, until they are as they were. */
describe('what cannot be written or erased now', () => {
  const scene = useCustomerScene();

  /** The same domain, whose log says for which rows a step failed. */
  function watched() {
    const { system } = scene.api.env;
    const failed: string[] = [];
    const error = (details: object) => void failed.push((details as { id: string }).id);
    return { failed, system: { ...system, log: { ...system.log, error } } as SystemContext };
  }

  async function delaysOf(work: (system: SystemContext) => Promise<void>, id: string): Promise<number[]> {
    const { failed, system } = watched();
    const delays: number[] = [];
    let waited = 0;
    while (delays.length < 9) {
      await work(system);
      if (failed.length > delays.length) {
        delays.push(waited);
        waited = 0;
      }
      scene.clock.advance(MINUTE_MS);
      waited += 1;
    }
    expect(new Set(failed)).to.deep.equal(new Set([id]));
    return delays.slice(1);
  }

  const DOUBLING = [1, 2, 4, 8, 16, 32, 60, 60];

  it('is an erasure: it waits longer after each failure, without an end, and others are erased', async () => {
    const [broken, other] = [await scene.shopper(), await scene.shopper()];
    const { customerErasure } = scene.store.admin.db;
    const where = { customerId: broken.id };
    const status = async ({ id }: { id: string }) =>
      (await scene.admin('GET', `/customers/${id}/erasure`)).expect(200).status;
    for (const { id } of [broken, other]) (await scene.admin('POST', `/customers/${id}/erasure`)).expect(202);
    const { id, personSealed } = await customerErasure.findFirstOrThrow({ where });
    await customerErasure.updateMany({ where, data: { personSealed: 'sealed by nobody' } });
    scene.clock.advance(MINUTE_MS);

    const delays = await delaysOf(privacy.processErasures, id);

    expect(delays).to.deep.equal(DOUBLING);
    expect([await status(broken), await status(other)]).to.deep.equal(['pending', 'completed']);
    await customerErasure.updateMany({ where, data: { personSealed } });
    await privacy.processErasures(scene.api.env.system);
    expect(await status(broken)).to.equal('pending');
    scene.clock.advance(60 * MINUTE_MS);
    await privacy.processErasures(scene.api.env.system);
    expect(await status(broken)).to.equal('completed');
    expect(await customerErasure.findFirstOrThrow({ where })).to.include({ failures: 0, retryAt: null });
  });

  it('is an export: it waits longer after each failure, without an end, and others are written', async () => {
    const [broken, other] = [await scene.shopper(), await scene.shopper()];
    const { customerExport } = scene.store.admin.db;
    const exportOf = async (customer: { id: string }) =>
      (await scene.admin('POST', `/customers/${customer.id}/exports`)).expect(202).id as string;
    const [id, otherId] = [await exportOf(broken), await exportOf(other)];
    const look = async (customer: { id: string }, exportId: string) =>
      (await scene.admin('GET', `/customers/${customer.id}/exports/${exportId}`)).expect(200);
    await customerExport.updateMany({ where: { id }, data: { section: 99 } });

    const delays = await delaysOf(privacy.processExports, id);

    expect(delays).to.deep.equal(DOUBLING);
    expect((await look(other, otherId)).status).to.equal('completed');
    await customerExport.updateMany({ where: { id }, data: { section: 0 } });
    scene.clock.advance(60 * MINUTE_MS);
    await privacy.processExports(scene.api.env.system);
    expect(await look(broken, id)).to.include({ status: 'completed' });
  });
});
