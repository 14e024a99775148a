import { expect } from 'chai';
import { useApi, useStore } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';

describe('a body', () => {
  const api = useApi();
  const store = useStore(api);

  async function placesOf(body: string): Promise<unknown> {
    const before = await snapshot(api.env);
    const answer = await api.request('POST', '/admin/v1/products', { token: store.token(), body });
    const { errors } = answer.refused('validation_failed');
    expect(await snapshot(api.env)).to.deep.equal(before);
    return errors?.map(({ path }) => path);
  }

  it('that holds a NUL is refused with its place, though it is valid JSON', async () => {
    expect(await placesOf('{"title":"a\\u0000"}')).to.deep.equal(['/body/title']);
    expect(
      await placesOf('{"title":"Tea","images":[{"url":"https://a.example/","alt":"\\u0000"}]}'),
    ).to.deep.equal(['/body/images/0/alt']);
    expect(await placesOf('{"title":"Tea","a/b~c":{"x":"\\ud83d"}}')).to.deep.equal(['/body/a~1b~0c/x']);
    expect(await placesOf('{"title":"Tea","a\\u0000":1}')).to.deep.equal(['/body']);
  });

  it('that isn’t JSON is refused with the line and column of the mistake, and without its text', async () => {
    const detailOf = async (body: string) => {
      const answer = await api.request('POST', '/admin/v1/products', { token: store.token(), body });
      return answer.refused('malformed_json').detail;
    };

    for (const [body, place] of [
      ['{"title": "hunter2" "slug": "a"}', 'comma expected at line 1, column 21'],
      ['{\n  "title": hunter2\n}', 'invalid symbol at line 2, column 12'],
      ['{\r\n"title": "Tea",\r\n}', 'property name expected at line 3, column 1'],
      ['{"title": "Tea"', 'close brace expected at line 1, column 16'],
      ['{"title": "Te\n', 'unexpected end of string at line 1, column 11'],
    ] as const)
      expect(await detailOf(body)).to.equal(`The body is not JSON: ${place}.`);
    expect(await detailOf(`"\n${'['.repeat(100_000)}`)).to.match(/^The body is not JSON/);
  });

  it('that is missing is refused before If-Match is looked at', async () => {
    const { id } = (
      await api.request('POST', '/admin/v1/products', { token: store.token(), body: { title: 'Tea' } })
    ).expect(201);
    const before = await snapshot(api.env);

    const answer = await api.request('PATCH', `/admin/v1/products/${id}`, {
      token: store.token(),
      headers: { 'If-Match': '"999"' },
    });

    expect(answer.refused('validation_failed').errors?.[0]?.path).to.equal('/body');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
