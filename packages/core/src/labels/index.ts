export { cancelLabel, requestCancellation } from './cancel-label.ts';
export { eraseLabels } from './erase-labels.ts';
export { listLabelRates } from './list-label-rates.ts';
export { makeLabel } from './make-label.ts';
export { readLabelFile } from './read-label-file.ts';
export { requestLabel } from './request-label.ts';
