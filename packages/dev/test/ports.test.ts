import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { assertPortFree, freePort, PortInUseError } from '../src/index.ts';

describe('ports', () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    it(`says which port is in use on ${host}, and offers one that is free`, async () => {
      const other = createServer().listen(0, host);
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;

      const refusal = await assertPortFree(port).catch((error: Error) => error);

      expect(refusal).to.be.instanceOf(PortInUseError).with.property('message');
      const offered = Number(/PORT=(\d+) npm start/.exec((refusal as Error).message)?.[1]);
      expect((refusal as Error).message).to.contain(`Port ${port} is used`);
      await assertPortFree(offered);
      other.close();
    });
  }

  it('finds a port that is free', async () => {
    await assertPortFree(await freePort());
  });
});
