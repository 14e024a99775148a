import { randomUUID } from 'node:crypto';
import { once as onceEvent } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { ALL_OPERATIONS, type AnyOperation } from '@service/contract';
import { expect } from 'chai';
import { useApi } from '../harness.ts';

type Method = AnyOperation['method'];

describe('an operation that doesn’t exist', () => {
  const api = useApi();

  /** Without `fetch`, which refuses to send TRACE. */
  async function askBare(method: string, path: string) {
    const sent = request(api.url + path, { method }).end();
    const [response] = (await onceEvent(sent, 'response')) as [IncomingMessage];
    const text = (await response.toArray()).join('');
    return {
      status: response.statusCode,
      allow: response.headers.allow,
      body: text ? JSON.parse(text) : undefined,
    };
  }

  for (const [method, path, allowed] of [
    ['PUT', '/admin/v1/webhooks/subscriptions', 'OPTIONS, HEAD, POST, GET'],
    ['GET', '/setup/v1/tenants', 'OPTIONS, POST'],
    ['POST', '/health', 'OPTIONS, HEAD, GET'],
    ['GET', '/webhooks/payment', 'OPTIONS, POST'],
    ['TRACE', '/health', 'OPTIONS, HEAD, GET'],
    ['PROPFIND', '/admin/v1/orders/1', 'OPTIONS, HEAD, GET, PATCH'],
  ] as const) {
    it(`responds with 405 and the methods that there are: ${method} ${path}`, async () => {
      const { status, allow, body } = await askBare(method, path);

      expect({ status, code: body.code, allow }).to.deep.equal({
        status: 405,
        code: 'method_not_allowed',
        allow: allowed,
      });
    });
  }

  for (const path of new Set(ALL_OPERATIONS.map((each) => each.path))) {
    const operations = ALL_OPERATIONS.filter((each) => each.path === path);
    const methods = operations.map(({ method }) => method);
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (each) => !methods.includes(each as Method),
    );

    it(`responds with 405 to ${others.join(', ')} ${path}, also where another path fits it`, async () => {
      for (const method of others) {
        const answer = await api.request(method, path.replace(/\{\w+\}/g, randomUUID()));

        answer.refused('method_not_allowed');
        expect(answer.headers.get('allow')?.split(', '), method).to.have.members([
          'OPTIONS',
          ...(methods.includes('GET') ? ['HEAD'] : []),
          ...methods,
        ]);
      }
    });
  }

  it('names the methods that there are by OPTIONS', async () => {
    const { status, allow } = await askBare('OPTIONS', '/health');

    expect({ status, allow }).to.deep.equal({ status: 204, allow: 'OPTIONS, HEAD, GET' });
  });

  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['GET', '/admin/v2/webhooks/subscriptions'],
    ['GET', '/store/v1/carts/../../../etc/passwd'],
    ['DELETE', '/admin/v1/orders/%2e%2e'],
    ['GET', '/%E0%A4%A'],
    ['GET', '/docs/%'],
    ['POST', '/admin/v1/%zz'],
  ] as const) {
    it(`returns 404: ${method} ${path}`, async () => {
      (await api.request(method, path)).refused('route_not_found');
    });
  }
});
