/** What runs in the API and the worker. The others are commands and development tools, or run in another program. */
const SERVICE =
  /^(apps\/(api|worker)|packages\/(config|contract|core|db|delivery|jobs|observability))\/src\/(?!.*generated\/)/;

/** @param {string} path */
export const isService = (path) => SERVICE.test(path);

/** The service, and its command. @param {string} path */
export const isServiceOrCommand = (path) => isService(path) || path.startsWith('apps/cli/src/');

/** Where tests open pages in a browser. @param {string} path */
export const isBrowserTest = (path) => /^apps\/(api\/test\/(console|http)|storefront\/test)\//.test(path);
