import { createStore, startTracing, type Tracing, until } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the trace of a request', () => {
  const api = useApi();
  let tracing: Tracing | undefined;
  afterEach(() => tracing?.stop());

  async function createProduct(headers: Record<string, string>) {
    const { token, tenantId } = await createStore(api.env.system);
    const response = await fetch(`${api.url}/admin/v1/products`, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        title: 'Darjeeling',
        // What is made of several statements has a commit.
        images: [{ url: 'https://cdn.example/tea.jpg' }],
        variants: [{ sku: 'DJ', priceAmount: 900, stockQuantity: 1 }],
      }),
    });
    expect(response.status).to.equal(201);
    const [event] = await api.env.system.db.webhookEvent.findMany({ where: { tenantId } });
    return event?.traceparent;
  }

  // First, because a tracer stays where it was once set.
  it('continues in its events even if this process doesn’t trace', async () => {
    expect(await createProduct({ traceparent: TRACEPARENT })).to.equal(TRACEPARENT);
    expect(await createProduct({})).to.equal(null);
    expect(await createProduct({ traceparent: '00-0-0-01' })).to.equal(null);
  });

  it('is a span named by its operation, with its commit, which its events keep', async () => {
    tracing = startTracing();
    const kept = await createProduct({ traceparent: TRACEPARENT });

    const [request] = tracing.named('createProduct');
    await until(() => request?.isEnded === true, 'the end of the request');
    expect(request?.attributes).to.deep.equal({
      'http.request.method': 'POST',
      'http.route': '/admin/v1/products',
      'http.response.status_code': 201,
    });
    expect(request?.parent?.spanId).to.equal('b7ad6b7169203331');
    const commits = tracing
      .named('commit')
      .filter(({ parent }) => parent?.spanId === request?.context.spanId);
    expect(commits).to.have.length(1);
    expect(kept).to.equal(`00-${request?.context.traceId}-${request?.context.spanId}-01`);
  });
});
