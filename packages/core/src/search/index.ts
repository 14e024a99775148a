export { countUntold, feedEngine } from './feed-engine.ts';
export { createMeilisearch } from './meilisearch.ts';
export { endSearch, rebuildSearch } from './rebuild.ts';
