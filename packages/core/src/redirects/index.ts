export {
  getRedirectImport,
  importRedirects,
  listRefusedRedirects,
  processRedirectImports,
} from './import-redirects.ts';
export { deleteRedirect, findRedirect, listRedirects, setRedirect } from './redirects.ts';
