import { expect } from 'chai';
import type { SystemContext } from '../../core/src/index.ts';
import { openScene, recordEvent, type Scene } from '../../testing/src/index.ts';

describe('the log of attempts', () => {
  let scene: Scene;

  before(async () => {
    scene = await openScene();
  });
  after(() => scene.close());

  it('has one line for each, with what it led to and whose it was', async () => {
    const lines: object[] = [];
    const info = (line: object, message: string) => {
      if (message === 'attempt') lines.push(line);
    };
    const system: SystemContext = {
      ...scene.system,
      log: Object.assign(Object.create(scene.log), { info }),
    };
    const id = await recordEvent(scene);
    const deliver = scene.engine({}, system);
    scene.receiver.answer(500);
    await deliver(id);
    scene.receiver.answer(200);
    scene.clock.advance(60_000);
    await deliver(id);

    const { tenantId: store } = scene.store;
    const same = { deliveryId: id, store, subscriptionId: scene.subscriptionId, event: 'order.paid' };
    expect(lines).to.have.length(2);
    expect(lines[0]).to.deep.include({
      ...same,
      attempt: 1,
      outcome: 'failed',
      status: 500,
      error: 'unexpected status 500',
    });
    expect(lines[1]).to.deep.include({ ...same, attempt: 2, outcome: 'delivered', status: 200, error: null });
    for (const line of lines) expect(line).to.have.property('ms').that.is.a('number');
  });
});
