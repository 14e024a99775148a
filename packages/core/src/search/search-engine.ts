/** A product as a search engine knows it: what it is found by, and what it is sorted by. Everything else stays in the database. */
export interface SearchedProduct {
  tenantId: string;
  productId: string;
  title: string;
  description: string | null;
  skus: string[];
  /** Units. */
  sold: number;
}

/** A product that is to be found no more. */
export type RemovedProduct = Pick<SearchedProduct, 'tenantId' | 'productId'>;

/** The engine works, and refuses a document that it was given: it would refuse it again. */
export class SearchRefusal extends Error {}

/** An engine that finds products by words in place of the database. */
export interface SearchEngine {
  /**
   * Ids of products of the store that match, best first. Rejects when the engine fails; for a while after that it isn't asked:
   * null, and the database has to do.
   */
  find(tenantId: string, words: string, limit: number): Promise<string[] | null>;
  /** How many searches the engine has done since the process started, and how many the database did in its place. */
  searches(): { engine: number; database: number };
  /** Whether the engine is ready to receive products. Rejects when it is away or refuses the key. */
  isReady(): Promise<boolean>;
  /** Resolves once the engine finds these, and those no more. Rejects with a `SearchRefusal` if one of them is refused. */
  write(changed: readonly SearchedProduct[], removed: readonly RemovedProduct[]): Promise<void>;
  /** Makes the engine ready, without any product of the store. Returns whether it wasn't: then it has none of any store. */
  clear(tenantId: string): Promise<boolean>;
}
