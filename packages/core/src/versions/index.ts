export { onlyAtVersion } from './only-at-version.ts';
