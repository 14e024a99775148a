export {
  createCategory,
  deleteCategory,
  getCategory,
  updateCategory,
} from './categories.ts';
export { getCategoryTree } from './category-tree.ts';
export { countSales } from './count-sales.sql.ts';
export { createProduct } from './create-product.ts';
export { eraseFromStock } from './erase-texts.ts';
export { exportProducts } from './export-products.ts';
export { readSold } from './find-variant.ts';
export { getPictureImport, importPictures, listFailedPictures } from './import/import-pictures.ts';
export {
  getProductImport,
  importProducts,
  listRefusedRows,
  processImports,
} from './import/import-products.ts';
export { type FetchFile, processPictureImports } from './import/process-pictures.ts';
export { purgeOldPictureImports } from './import/purge.ts';
export { moveStock, type StockMove } from './move-stock.ts';
export { lockTree } from './place-category.ts';
export { countFacets } from './product-facets.sql.ts';
export { getProduct, listProducts } from './read-product.ts';
export type { Redirect } from './redirect.ts';
export { reindexSearch } from './reindex-search.ts';
export { lockVariants, reserveStock, type StockLine } from './reserve-stock.sql.ts';
export { adjustStock, getStock, getStockOf } from './stock.ts';
export { listStockMovements } from './stock-movements.ts';
export { getStoreCategory, listStoreCategories } from './store-categories.ts';
export { getStoreProduct } from './store-product.sql.ts';
export { listStoreProducts } from './store-products.sql.ts';
export { deleteProduct, publishProduct, updateProduct } from './update-product.ts';
export { updateVariant } from './update-variant.ts';
export { createVariant, deleteVariant, getVariant, getVariantOf } from './variants.ts';
