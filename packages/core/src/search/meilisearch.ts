import { loadLater, openOnce } from '@service/jobs/primitives';
import type { EnqueuedTaskPromise, Index } from 'meilisearch';
import { type RemovedProduct, type SearchEngine, SearchRefusal } from './search-engine.ts';

export interface MeilisearchOptions {
  url: string;
  apiKey?: string | undefined;
  /** Milliseconds since any fixed moment; absent: the process's clock. */
  clock?: () => number;
}

/** A shopper waits for the page. */
const FIND_MS = 500;
/** An operator waits for `commerce doctor`. */
const LOOK_MS = 5000;
/** For a request, and again for the task that it starts: shorter than the lease of a write, see `feed-engine.ts`. */
const WRITE_MS = 25_000;

/** After a failure, the engine isn't called for this time, so that searches don't wait for it each time. */
const PAUSE_MS = 5000;

const INDEX = 'products';

/** Errors of the document itself. All others, also about the index, are the engine's and temporary. */
const REFUSED_DOCUMENT =
  /^(invalid_document_|missing_document_id|max_fields_limit_exceeded|malformed_payload|payload_too_large)/;

const SETTINGS = {
  // The fields in the order of their weight.
  searchableAttributes: ['title', 'skus', 'description'],
  filterableAttributes: ['tenantId'],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness', 'sold:desc'],
};

/**
 * Meilisearch by its own package, which is loaded with the first search. All stores share one index; each document contains its
 * store, and every search is for one store.
 */
export function createMeilisearch({
  url,
  apiKey,
  clock = () => performance.now(),
}: MeilisearchOptions): SearchEngine {
  const connect = (timeout: number) =>
    openOnce(async () => {
      const { Meilisearch } = await loadLater(() => import('meilisearch'));
      return new Meilisearch({ host: url, ...(apiKey ? { apiKey } : {}), timeout });
    }).open;
  const [finding, writing, looking] = [connect(FIND_MS), connect(WRITE_MS), connect(LOOK_MS)];
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const searches = { engine: 0, database: 0 };

  return {
    async find(tenantId, words, limit) {
      if (clock() < pausedUntil) {
        searches.database += 1;
        return null;
      }
      try {
        const index = (await finding()).index<{ productId: string }>(INDEX);
        const { hits } = await index.search(words, {
          filter: ofStore(tenantId),
          limit,
          attributesToRetrieve: ['productId'],
          matchingStrategy: 'all',
        });
        searches.engine += 1;
        return hits.map(({ productId }) => productId);
      } catch (error) {
        searches.database += 1;
        // If several concurrent requests fail, one of them reports it.
        if (clock() < pausedUntil) return null;
        pausedUntil = clock() + PAUSE_MS;
        throw error;
      }
    },
    searches: () => searches,
    isReady: async () => isReady((await looking()).index(INDEX)),
    async write(changed, removed) {
      const index = (await writing()).index(INDEX);
      const documents = changed.map((product) => ({ key: keyOf(product), ...product }));
      await Promise.all([
        documents.length > 0 && done(index.addDocuments(documents, { primaryKey: 'key' })),
        removed.length > 0 && done(index.deleteDocuments(removed.map(keyOf))),
      ]);
    },
    async clear(tenantId) {
      const client = await writing();
      // Fails if the index exists, which is no error here.
      await client.createIndex(INDEX, { primaryKey: 'key' }).waitTask({ timeout: WRITE_MS });
      const index: Index = client.index(INDEX);
      // An engine that lost its data creates the index with the next product, without its settings.
      const wasReady = await isReady(index);
      await done(index.updateSettings(SETTINGS));
      await done(index.deleteDocuments({ filter: ofStore(tenantId) }));
      return !wasReady;
    },
  };
}

async function isReady(index: Index): Promise<boolean> {
  const attributes = await index.getFilterableAttributes().catch((error) => {
    if (error.cause?.code === 'index_not_found') return null;
    throw error;
  });
  return attributes?.includes('tenantId') ?? false;
}

function ofStore(tenantId: string): string {
  return `tenantId = "${tenantId}"`;
}

function keyOf({ tenantId, productId }: RemovedProduct): string {
  return `${tenantId}_${productId}`;
}

async function done(task: EnqueuedTaskPromise): Promise<void> {
  const { status, error } = await task.waitTask({ timeout: WRITE_MS }).catch(throwRefusal);
  if (status === 'succeeded') return;
  const message = `Meilisearch: ${error?.message ?? status}`;
  throw REFUSED_DOCUMENT.test(error?.code ?? '') ? new SearchRefusal(message) : new Error(message);
}

/** A request that is too long is refused before a task is created. */
function throwRefusal(error: Error & { response?: { status?: number } }): never {
  throw error.response?.status === 413 ? new SearchRefusal(`Meilisearch: ${error.message}`) : error;
}
