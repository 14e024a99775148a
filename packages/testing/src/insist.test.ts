import { expect } from 'chai';
import { insist } from './insist.ts';
import { startReceiver } from './receiver.ts';

describe('insist', () => {
  it('ends with what came last when a server never has an answer', async () => {
    const server = await startReceiver();
    server.answer((_request, response) => response.writeHead(503).end('{"code":"dependency_unavailable"}'));

    const error = await insist(() => `${server.url}/carts`, { headers: {} }, undefined, 0).catch(
      (reason: Error) => reason,
    );

    await server.close();
    expect(error).to.be.instanceOf(Error);
    expect((error as Error).message).to.match(/^POST \S*\/carts .*503 {"code":"dependency_unavailable"}/);
  });
});
