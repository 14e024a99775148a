// Prints each place that breaks a rule of packages/dev/rules, and ends with 1 if there is any.
import { findBreaches, readFiles } from '../rules/check.mjs';
import { root } from './bootstrap.mjs';

const breaches = findBreaches(readFiles(root));
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length > 0 ? 1 : 0;
