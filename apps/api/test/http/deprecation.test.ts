import { defineOperation, refuse } from '@service/contract';
import { expect } from 'chai';
import { routeOf } from '../../src/http/route.ts';
import { useApi } from '../harness.ts';

/** An operation that is on its way out. */
const getWeather = defineOperation({
  endpoint: 'GET /store/v1/weather',
  summary: 'The weather',
  description: 'For tests.',
  auth: { kind: 'public' },
  deprecated: {
    since: '1.4.0',
    announced: '2027-01-31',
    removal: '2.0.0',
    sunset: '2028-01-31',
    guide: '/docs/versioning#weather',
  },
  response: { status: 204, description: 'It is fine' },
});

let isFine = true;
const weather = routeOf(getWeather, async () => {
  if (!isFine) refuse('dependency_unavailable', 'It rains.');
  return undefined as never;
});

const TOLD = ['x-api-deprecation', 'deprecation', 'sunset', 'link'];

const toldBy = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(TOLD.map((name) => [name, headers.get(name)]));

const EXPECTED = {
  'x-api-deprecation': 'since=1.4.0; removal=2.0.0; sunset=2028-01-31',
  deprecation: '@1801353600',
  sunset: 'Mon, 31 Jan 2028 00:00:00 GMT',
  link: '</docs/versioning#weather>; rel="deprecation"; type="text/html"',
};

describe('a deprecated operation', () => {
  const api = useApi({ settings: { furtherRoutes: [weather] } });

  beforeEach(() => {
    isFine = true;
  });

  it('works, and says in every response since when, until when, and where to read more', async () => {
    const answer = await api.request('GET', '/store/v1/weather');

    answer.expect(204);
    expect(toldBy(answer)).to.deep.equal(EXPECTED);
  });

  it('tells it with a refusal too', async () => {
    isFine = false;

    const answer = await api.request('GET', '/store/v1/weather');

    answer.refused('dependency_unavailable');
    expect(toldBy(answer)).to.deep.equal(EXPECTED);
  });

  it('is deprecated in OpenAPI, by the same field', async () => {
    const { paths } = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
      paths: Record<string, { get: Record<string, unknown> }>;
    };

    const { get } = paths['/store/v1/weather'] ?? { get: {} };
    expect(get).to.include({ deprecated: true, 'x-sunset': '2028-01-31' });
    expect(get.description).to.include('since 1.4.0').and.to.include('/docs/versioning#weather');
    expect(paths['/health']?.get).to.not.have.any.keys('deprecated', 'x-sunset');
  });

  it('is alone in saying so', async () => {
    const answer = await api.request('GET', '/health');

    answer.expect(200);
    for (const name of TOLD) expect(answer.headers.get(name), name).to.equal(null);
  });
});
