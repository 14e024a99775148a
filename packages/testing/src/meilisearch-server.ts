import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Document = Record<string, unknown> & { key: string; tenantId: string; title: string };

export interface MeilisearchServer {
  url: string;
  key: string;
  /** The documents that it finds, by its primary key. */
  documents: ReadonlyMap<string, Document>;
  /** It forgets everything. */
  loseData(): void;
  /** Refuses each group with a document of this title, or requests of more bytes; undefined: nothing. */
  refuse(refused: { title?: string; bytes?: number } | undefined): void;
  /** Handles every further request instead; undefined: the default response. */
  answer(handler: ((response: ServerResponse) => void) | undefined): void;
  close(): Promise<void>;
}

const NO_INDEX: [number, object] = [
  404,
  { message: 'Index `products` not found.', code: 'index_not_found', type: 'invalid_request' },
];
const SETTINGS = ['searchableAttributes', 'filterableAttributes', 'rankingRules'];

/**
 * Meilisearch as its documentation describes it, as far as the service uses it: writes are tasks that are done later and are
 * polled by their number; one that can't be done fails as a task, not as a request. Finds documents that have all words.
 */
export async function startMeilisearch(): Promise<MeilisearchServer> {
  const key = 'a key of the search engine';
  const documents = new Map<string, Document>();
  const tasks: { status: string; error: object | null }[] = [];
  let handle: ((response: ServerResponse) => void) | undefined;
  let filterable: string[] | undefined;
  let refused: { title?: string; bytes?: number } | undefined;

  function enqueue(work: () => void): [number, object] {
    const task = { status: 'enqueued', error: null as object | null };
    const uid = tasks.push(task) - 1;
    setImmediate(() => {
      try {
        work();
        task.status = 'succeeded';
      } catch (error) {
        const { message, cause: code } = error as Error;
        Object.assign(task, { status: 'failed', error: { message, code, type: 'invalid_request' } });
      }
    });
    return [
      202,
      { taskUid: uid, indexUid: 'products', status: 'enqueued', type: 'any', enqueuedAt: new Date() },
    ];
  }

  function respond(path: string, body: never): [number, object] {
    const { length: known } = filterable ?? [];
    const [, uid] = /^GET \/tasks\/(\d+)$/.exec(path) ?? [];
    if (uid) return [200, { uid: Number(uid), ...tasks[Number(uid)] }];
    switch (path) {
      case 'POST /indexes':
        return enqueue(() => {
          if (filterable) throw new Error('Index `products` already exists.');
          filterable = [];
        });
      case 'PATCH /indexes/products/settings':
        return enqueue(() => {
          const given = body as { filterableAttributes: string[] };
          const wrong = Object.keys(given).find((name) => !SETTINGS.includes(name));
          if (wrong) throw new Error(`Unknown field \`${wrong}\``);
          filterable = given.filterableAttributes;
        });
      case 'GET /indexes/products/settings/filterable-attributes':
        return filterable ? [200, filterable] : NO_INDEX;
      case 'POST /indexes/products/documents':
        return enqueue(() => {
          filterable ??= [];
          for (const each of body as Document[]) {
            if (!/^[\w-]{1,511}$/.test(each.key))
              throw new Error(`Document identifier \`${each.key}\` is invalid.`);
          }
          if ((body as Document[]).some(({ title }) => title === refused?.title))
            throw new Error('A document is invalid.', { cause: 'invalid_document_fields' });
          for (const each of body as Document[]) {
            documents.set(each.key, each);
          }
        });
      case 'POST /indexes/products/documents/delete-batch':
        return enqueue(() => {
          for (const each of body as string[]) documents.delete(each);
        });
      case 'POST /indexes/products/documents/delete':
        return enqueue(() => {
          for (const each of ofFilter(body)) documents.delete(each.key);
        });
      case 'POST /indexes/products/search': {
        if (known === undefined || !filterable) return NO_INDEX;
        const { q, limit } = body as { q: string; limit: number };
        const words = q.toLowerCase().split(/\s+/);
        const hits = ofFilter(body).filter((each) => {
          const text = JSON.stringify([each.title, each.skus, each.description]).toLowerCase();
          return words.every((word) => text.includes(word));
        });
        hits.sort((a, b) => Number(b.sold) - Number(a.sold));
        return [200, { hits: hits.slice(0, limit), query: q, limit, offset: 0, processingTimeMs: 0 }];
      }
      default:
        return [404, { message: 'no such route', code: 'not_found', type: 'invalid_request' }];
    }
  }

  function ofFilter({ filter }: { filter: string }): Document[] {
    const [, tenantId] = /^tenantId = "([^"]+)"$/.exec(filter) ?? [];
    if (!filterable?.includes('tenantId')) throw new Error('Attribute `tenantId` is not filterable.');
    return [...documents.values()].filter((each) => each.tenantId === tenantId);
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (handle) return handle(response);
    const text = Buffer.concat(chunks).toString();
    if (text.length > (refused?.bytes ?? Number.POSITIVE_INFINITY))
      return response
        .writeHead(413)
        .end('{"code":"payload_too_large","message":"too large","type":"invalid_request"}');
    const [status, result] =
      request.headers.authorization === `Bearer ${key}`
        ? respond(routeOf(request), (text ? JSON.parse(text) : undefined) as never)
        : [403, { message: 'The provided API key is invalid.', code: 'invalid_api_key', type: 'auth' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    documents,
    loseData() {
      documents.clear();
      filterable = undefined;
    },
    refuse(given) {
      refused = given;
    },
    answer(handler) {
      handle = handler;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function routeOf({ method, url }: IncomingMessage): string {
  return `${method} ${url?.split('?')[0]}`;
}
