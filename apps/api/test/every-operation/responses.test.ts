import { ALL_OPERATIONS, CORE_VERSION } from '@service/contract';
import { expect } from 'chai';
import { useOperations } from './operations-scene.ts';

describe('every operation, whatever it responds with', () => {
  const scene = useOperations();

  it('is documented at /openapi.json, which is what is mounted', async () => {
    const answer = await fetch(`${scene.api.url}/openapi.json`, { headers: { 'X-Request-Id': 'trace-1' } });
    const { paths } = (await answer.json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };

    expect(answer.headers.get('x-api-version')).to.equal(CORE_VERSION);
    expect(answer.headers.get('x-request-id')).to.equal('trace-1');
    const documented = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(documented).to.have.members(ALL_OPERATIONS.map(({ id }) => id));
  });

  for (const operation of ALL_OPERATIONS) {
    const { method, path } = operation;

    describe(`${method} ${path}`, () => {
      it('responds with a request id of its own, or with the one that was sent', async () => {
        const request = (id?: string) =>
          scene.api.request(method, scene.url(operation), {
            headers: id === undefined ? {} : { 'X-Request-Id': id },
          });

        const own = await Promise.all([request(), request('no spaces, please'), request('x'.repeat(129))]);
        const given = await request('trace-1:a.b_C');

        const ids = own.map(({ headers }) => headers.get('x-request-id'));
        for (const id of ids) expect(id).to.match(/^[0-9a-f-]{36}$/);
        expect(new Set(ids).size).to.equal(3);
        expect(given.headers.get('x-request-id')).to.equal('trace-1:a.b_C');
        const { revalidates } = operation;
        const isKept = given.status === 200 && typeof revalidates === 'object';
        const kept = isKept ? `public, max-age=${revalidates.keepSeconds}` : 'no-store';
        expect(given.headers.get('cache-control')).to.equal(kept);
      });
    });
  }
});
