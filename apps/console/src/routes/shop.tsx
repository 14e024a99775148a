import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn, texts } from './base.tsx';

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: texts('status', 'q', 'from', 'to', 'page'),
  component: lazyRouteComponent(() => import('../pages/orders/orders.tsx'), 'Orders'),
});

const order = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('../pages/orders/order.tsx'), 'Order'),
});

const products = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/products',
  validateSearch: texts('q', 'status', 'categoryId', 'page'),
  component: lazyRouteComponent(() => import('../pages/catalogue/products.tsx'), 'Products'),
});

const newProduct = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/products/new',
  component: lazyRouteComponent(() => import('../pages/catalogue/new-product.tsx'), 'NewProduct'),
});

const product = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/products/$id',
  validateSearch: texts('stock'),
  component: lazyRouteComponent(() => import('../pages/catalogue/product.tsx'), 'Product'),
});

const categories = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/categories',
  validateSearch: texts('id'),
  component: lazyRouteComponent(() => import('../pages/catalogue/categories.tsx'), 'Categories'),
});

const importExport = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/import',
  validateSearch: texts('import', 'page'),
  component: lazyRouteComponent(() => import('../pages/catalogue/import.tsx'), 'ImportExport'),
});

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers',
  validateSearch: texts('q', 'page', 'new'),
  component: lazyRouteComponent(() => import('../pages/customers/customers.tsx'), 'Customers'),
});

const customer = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('../pages/customers/customer.tsx'), 'Customer'),
});

const discounts = createRoute({
  getParentRoute: () => signedIn,
  path: '/discounts',
  validateSearch: texts('page', 'edit'),
  component: lazyRouteComponent(() => import('../pages/discounts/discounts.tsx'), 'Discounts'),
});

/** What a shop owner works with: orders, catalogue, customers, discounts and settings. */
export const shopRoutes = [
  orders,
  order,
  products,
  newProduct,
  product,
  categories,
  importExport,
  customers,
  customer,
  discounts,
] as const;
