/**
 * A product as a search engine stores it: the texts by which it is found, and the values by which it is sorted. All else stays in
 * the database.
 */
export interface SearchedProduct {
  tenantId: string;
  productId: string;
  title: string;
  description: string | null;
  skus: string[];
  /** In units of the goods. */
  sold: number;
}

/** A product that searches must no longer find. */
export type RemovedProduct = Pick<SearchedProduct, 'tenantId' | 'productId'>;

/** The engine works, but refuses a document, and would refuse it again. */
export class SearchRefusal extends Error {}

/** An engine that finds products by words in the database's place. */
export interface SearchEngine {
  /**
   * Ids of the store's matching products, best first. Rejects if the engine fails; for a while after that it isn't called: the
   * result is null, and the database has to search.
   */
  find(tenantId: string, words: string, limit: number): Promise<string[] | null>;
  /** How many searches the engine has done since the process started, and how many the database did in its place. */
  searches(): { engine: number; database: number };
  /** Whether the engine can receive products. Rejects if it is unavailable or refuses the key. */
  isReady(): Promise<boolean>;
  /**
   * Resolves once searches find these, and no longer find those. Rejects with a `SearchRefusal` if the engine refuses one of
   * them.
   */
  write(changed: readonly SearchedProduct[], removed: readonly RemovedProduct[]): Promise<void>;
  /**
   * Prepares the engine, without any product of the store. Returns whether it was unprepared, which means that it has no store's
   * products.
   */
  clear(tenantId: string): Promise<boolean>;
}
