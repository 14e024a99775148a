import { createRoute, redirect } from '@tanstack/react-router';
import { signedIn, texts } from './base.tsx';
import { lazyPage } from './lazy-page.ts';

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: texts(
    'status',
    'paymentStatus',
    'fulfilmentStatus',
    'tag',
    'q',
    'from',
    'to',
    'attention',
    'toShip',
    'sort',
    'page',
    'cursor',
  ),
  component: lazyPage(() => import('../pages/orders/orders.tsx'), 'Orders'),
});

const order = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders/$id',
  component: lazyPage(() => import('../pages/orders/order.tsx'), 'Order'),
});

const draftOrders = createRoute({
  getParentRoute: () => signedIn,
  path: '/draft-orders',
  validateSearch: texts('page'),
  component: lazyPage(() => import('../pages/draft-orders/draft-orders.tsx'), 'DraftOrders'),
});

const draftOrder = createRoute({
  getParentRoute: () => signedIn,
  path: '/draft-orders/$id',
  component: lazyPage(() => import('../pages/draft-orders/draft-order.tsx'), 'DraftOrder'),
});

const returns = createRoute({
  getParentRoute: () => signedIn,
  path: '/returns',
  validateSearch: texts('open', 'status', 'page', 'cursor'),
  component: lazyPage(() => import('../pages/orders/returns-list.tsx'), 'ReturnsList'),
});

const formerOrders = createRoute({
  getParentRoute: () => signedIn,
  path: '/former-orders',
  validateSearch: texts('q', 'customerId', 'page', 'cursor'),
  component: lazyPage(() => import('../pages/former-orders/former-orders.tsx'), 'FormerOrders'),
});

const importFormerOrders = createRoute({
  getParentRoute: () => signedIn,
  path: '/former-orders/import',
  validateSearch: texts('import', 'page'),
  component: lazyPage(() => import('../pages/former-orders/import.tsx'), 'ImportFormerOrders'),
});

const formerOrder = createRoute({
  getParentRoute: () => signedIn,
  path: '/former-orders/$id',
  component: lazyPage(() => import('../pages/former-orders/former-order.tsx'), 'FormerOrder'),
});

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  validateSearch: texts('from', 'to', 'interval'),
  component: lazyPage(() => import('../pages/reports.tsx'), 'Reports'),
});

const products = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/products',
  validateSearch: texts('q', 'status', 'categoryId', 'sort', 'page', 'cursor'),
  component: lazyPage(() => import('../pages/catalogue/products.tsx'), 'Products'),
});

const newProduct = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/products/new',
  component: lazyPage(() => import('../pages/catalogue/new-product.tsx'), 'NewProduct'),
});

const product = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/products/$id',
  validateSearch: texts('stock'),
  component: lazyPage(() => import('../pages/catalogue/product.tsx'), 'Product'),
});

const categories = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/categories',
  validateSearch: texts('id'),
  component: lazyPage(() => import('../pages/catalogue/categories.tsx'), 'Categories'),
});

const importExport = createRoute({
  getParentRoute: () => signedIn,
  path: '/catalogue/import',
  validateSearch: texts('import', 'page'),
  component: lazyPage(() => import('../pages/catalogue/import.tsx'), 'ImportExport'),
});

const customers = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers',
  validateSearch: texts('q', 'group', 'sort', 'page', 'cursor', 'new'),
  component: lazyPage(() => import('../pages/customers/customers.tsx'), 'Customers'),
});

const importCustomers = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers/import',
  validateSearch: texts('import', 'page'),
  component: lazyPage(() => import('../pages/customers/import.tsx'), 'ImportCustomers'),
});

const customer = createRoute({
  getParentRoute: () => signedIn,
  path: '/customers/$id',
  component: lazyPage(() => import('../pages/customers/customer.tsx'), 'Customer'),
});

const customerGroups = createRoute({
  getParentRoute: () => signedIn,
  path: '/customer-groups',
  validateSearch: texts('page'),
  component: lazyPage(() => import('../pages/customers/groups.tsx'), 'CustomerGroups'),
});

const priceLists = createRoute({
  getParentRoute: () => signedIn,
  path: '/price-lists',
  validateSearch: texts('page', 'new'),
  component: lazyPage(() => import('../pages/prices/price-lists.tsx'), 'PriceLists'),
});

const priceList = createRoute({
  getParentRoute: () => signedIn,
  path: '/price-lists/$id',
  validateSearch: texts('page', 'set'),
  component: lazyPage(() => import('../pages/prices/price-list.tsx'), 'PriceListPage'),
});

const discounts = createRoute({
  getParentRoute: () => signedIn,
  path: '/discounts',
  validateSearch: texts('page', 'edit'),
  component: lazyPage(() => import('../pages/discounts/discounts.tsx'), 'Discounts'),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/store' });
  },
});

const store = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/store',
  component: lazyPage(() => import('../pages/settings/store.tsx'), 'StorePage'),
});

const tax = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/tax',
  component: lazyPage(() => import('../pages/settings/tax.tsx'), 'TaxPage'),
});

const shipping = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/shipping',
  component: lazyPage(() => import('../pages/settings/shipping.tsx'), 'ShippingPage'),
});

const hosts = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/hosts',
  component: lazyPage(() => import('../pages/settings/hosts.tsx'), 'HostsPage'),
});

const redirects = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/redirects',
  validateSearch: texts('q', 'list', 'import', 'page'),
  component: lazyPage(() => import('../pages/settings/redirects.tsx'), 'RedirectsPage'),
});

const compliance = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/compliance',
  component: lazyPage(() => import('../pages/settings/compliance.tsx'), 'CompliancePage'),
});

const mails = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/mails',
  validateSearch: texts('kind', 'locale'),
  component: lazyPage(() => import('../pages/settings/mails/mails.tsx'), 'MailsPage'),
});

const portal = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/portal',
  component: lazyPage(() => import('../pages/settings/portal.tsx'), 'PortalSettingsPage'),
});

const privacy = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/privacy',
  component: lazyPage(() => import('../pages/settings/privacy.tsx'), 'PrivacyPage'),
});

const operators = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/operators',
  validateSearch: texts('page'),
  component: lazyPage(() => import('../pages/settings/operators.tsx'), 'OperatorsPage'),
});

const payments = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/payments',
  validateSearch: texts('page'),
  component: lazyPage(() => import('../pages/settings/payments.tsx'), 'PaymentsPage'),
});

const apiKeys = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/api-keys',
  validateSearch: texts('page'),
  component: lazyPage(() => import('../pages/settings/api-keys.tsx'), 'ApiKeysPage'),
});

const modules = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/modules',
  component: lazyPage(() => import('../pages/settings/modules.tsx'), 'ModulesPage'),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/audit',
  validateSearch: texts('actor', 'action', 'subjectType', 'subjectId', 'page', 'cursor'),
  component: lazyPage(() => import('../pages/settings/audit.tsx'), 'AuditPage'),
});

/** The routes of a shop owner's work: orders, catalogue, customers, discounts and settings. */
export const shopRoutes = [
  orders,
  order,
  draftOrders,
  draftOrder,
  returns,
  formerOrders,
  formerOrder,
  importFormerOrders,
  reports,
  products,
  newProduct,
  product,
  categories,
  importExport,
  customers,
  customer,
  importCustomers,
  customerGroups,
  priceLists,
  priceList,
  discounts,
  settings,
  store,
  tax,
  shipping,
  payments,
  hosts,
  redirects,
  compliance,
  mails,
  portal,
  privacy,
  operators,
  apiKeys,
  modules,
  audit,
] as const;
