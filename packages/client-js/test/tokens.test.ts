import { expect } from 'chai';
import { describe, it } from 'mocha';
import { failure, page, useCalls } from './call-scene.ts';
import { json, refusal } from './scripted-service.ts';

describe('a call with tokens that expire', () => {
  const scene = useCalls();
  const { admin } = scene;

  const tokens = { accessToken: 'old', refreshToken: 'r1' };
  const fresh = { accessToken: 'new', refreshToken: 'r2', tokenType: 'Bearer', expiresIn: 900 };
  const byToken = (refresh = json(fresh)) => {
    scene.service.script((response, asked) => {
      const reply = asked.path.endsWith('/auth/refresh')
        ? refresh
        : asked.headers.authorization === 'Bearer new'
          ? json(page([]))
          : refusal('unauthenticated', 401);
      reply(response, asked);
    });
  };
  const refreshes = () => scene.service.asked.filter(({ path }) => path.endsWith('/auth/refresh'));

  it('exchanges them once for all calls under way, and hands the new ones over', async () => {
    byToken();
    const kept: object[] = [];
    const client = admin({ token: undefined, tokens, onTokens: (each: object) => kept.push(each) });

    await Promise.all([client.listOrders(), client.listOrders(), client.listOrders()]);
    await client.listOrders();

    expect(refreshes().map(({ body }) => body)).to.deep.equal(['{"refreshToken":"r1"}']);
    expect(kept).to.deep.equal([fresh]);
  });

  it('returns the 401 when the login is over', async () => {
    byToken(refusal('token_invalid', 400));

    const error = await failure(admin({ token: undefined, tokens }).listOrders());

    expect(error).to.have.property('code', 'unauthenticated');
    expect(refreshes()).to.have.length(1);
  });

  it('does not send a stream again, which can be sent once', async () => {
    byToken();
    const body = new Response('{}\n').body as ReadableStream<Uint8Array>;
    const client = admin({ token: undefined, tokens });

    const error = await failure(client.importProducts({ body, contentType: 'application/x-ndjson' }));

    expect(error).to.have.property('code', 'unauthenticated');
    expect(scene.service.asked).to.have.length(1);
  });

  it('tries a new token once', async () => {
    byToken(json({ ...fresh, accessToken: 'also wrong' }));

    const error = await failure(admin({ token: undefined, tokens }).listOrders());

    expect(error).to.have.property('code', 'unauthenticated');
    expect(scene.service.asked).to.have.length(3);
  });
});

describe('a call whose token is replaced while it is under way', () => {
  const scene = useCalls();

  for (const [what, client] of [
    ['of the Admin API', (token: () => string) => scene.admin({ token }).listOrders()],
    ['of the Store API', (session: () => string) => scene.shop({ session }).getOwnProfile()],
  ] as const)
    it(`is sent again with the new one, once: ${what}`, async () => {
      let current = 'old';
      scene.service.script(
        (response, asked) => {
          current = 'new';
          refusal('unauthenticated', 401)(response, asked);
        },
        refusal('unauthenticated', 401),
      );

      const error = await failure(client(() => current));

      expect(error).to.have.property('code', 'unauthenticated');
      expect(scene.service.asked.map(({ headers }) => headers.authorization)).to.deep.equal([
        'Bearer old',
        'Bearer new',
      ]);
    });

  it('is refused at once where the token is still the same', async () => {
    scene.service.script(refusal('unauthenticated', 401));

    await failure(scene.admin({ token: () => 'old' }).listOrders());

    expect(scene.service.asked).to.have.length(1);
  });
});
