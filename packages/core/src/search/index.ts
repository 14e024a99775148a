export { countUntold, feedEngine } from './feed-engine.ts';
export { endSearch, rebuildSearch } from './rebuild.ts';
