import { expect } from 'chai';
import {
  anotherStore,
  deliveryRow,
  type NameServer,
  openScene,
  recordEvent,
  type Scene,
  startNameServer,
  until,
} from '../../testing/src/index.ts';

const SILENT = 100;

describe('names that no name server answers for', () => {
  let names: NameServer;
  let scene: Scene;
  before(async () => {
    names = await startNameServer({
      addresses: { 'hooks.fine.test': ['127.0.0.1'] },
      silent: ['.silent.test'],
    });
    scene = await openScene({
      settings: { nameServers: [names.address] },
      urlOf: ({ url }) => url.replace('127.0.0.1', 'hooks.fine.test'),
    });
  });
  after(async () => {
    await scene.close();
    await names.close();
  });

  it('hold up no delivery of another store', async () => {
    const other = await anotherStore(scene);
    const silent = Array.from({ length: SILENT }, (_, index) => `https://hooks-${index}.silent.test/`);
    const sending = Promise.all(
      silent.map((url) =>
        scene.sender.send({ tenantId: other.store.tenantId, url, body: Buffer.from('{}'), headers: {} }),
      ),
    );
    const asked = () => new Set(names.questions.filter((name) => name.endsWith('.silent.test'))).size;
    await until(() => asked() >= 20, 'the silent names to be asked for');

    const id = await recordEvent(scene);
    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    expect(asked()).to.equal(20);
    names.answerAll();
    const errors = (await sending).map(({ error }) => error);
    expect(new Set(errors)).to.deep.equal(new Set(['host not found']));
  });
});
