import type { AnyOperation } from '../operation.ts';

/** The chapters of the reference, in their order, with the paths of their operations: the longest that fits counts. */
export const CHAPTERS: readonly { name: string; description: string; paths: readonly string[] }[] = [
  {
    name: 'Setup',
    description: 'Creates a store and shows the progress of its setup.',
    paths: ['/setup'],
  },
  {
    name: 'Operators',
    description: 'Login, and who may do what in a store.',
    paths: ['/admin/v1/auth', '/admin/v1/invitations', '/admin/v1/users'],
  },
  {
    name: 'API keys',
    description: 'Credentials for programs: shown once, with their own permissions.',
    paths: ['/admin/v1/api-keys'],
  },
  {
    name: 'Settings',
    description: 'A store’s name, hosts, origins, tax, shipping and compliance.',
    paths: ['/admin/v1/settings', '/admin/v1/legal-texts', '/admin/v1/redirect'],
  },
  { name: 'Audit', description: 'Who changed what, and when.', paths: ['/admin/v1/audit'] },
  {
    name: 'Notifications',
    description: 'Messages to the operators.',
    paths: ['/admin/v1/notifications'],
  },
  {
    name: 'Modules',
    description: 'Code that extends the service, and why a module is disabled.',
    paths: ['/admin/v1/modules'],
  },
  {
    name: 'Reports',
    description: 'Sales, tax and payment accounts by day, what needs an operator, and search across a store.',
    paths: ['/admin/v1/home', '/admin/v1/reports', '/admin/v1/search'],
  },
  {
    name: 'Catalogue',
    description: 'Products, variants and categories, as operators see them; import and export.',
    paths: ['/admin/v1/categories', '/admin/v1/picture', '/admin/v1/product'],
  },
  {
    name: 'Stock',
    description: 'The quantity of each variant, and its movements.',
    paths: ['/admin/v1/products/{productId}/variants/{variantId}/stock'],
  },
  {
    name: 'Orders',
    description: 'Reading, shipping, cancelling and refunding orders; invoices and credit notes.',
    paths: ['/admin/v1/orders', '/admin/v1/labels', '/admin/v1/credit-notes', '/admin/v1/former-order'],
  },
  {
    name: 'Draft orders',
    description: 'Orders that operators compose, and the links by which their buyers pay.',
    paths: [
      '/admin/v1/draft-orders',
      '/admin/v1/orders/{id}/draft-orders',
      '/admin/v1/orders/{id}/payment-link',
      '/store/v1/payment-links',
    ],
  },
  {
    name: 'Returns',
    description: 'Goods that come back: request, approval, parcel and refund.',
    paths: [
      '/admin/v1/orders/{id}/returns',
      '/admin/v1/returns',
      '/store/v1/carts/{cartId}/order/returns',
      '/store/v1/customers/me/orders/{id}/returns',
    ],
  },
  {
    name: 'Payments',
    description: 'Payments, refunds and disputes, and the callback of the payment provider.',
    paths: ['/admin/v1/disputes', '/admin/v1/payment', '/admin/v1/refunds', '/webhooks/payment'],
  },
  {
    name: 'Price lists',
    description: 'Prices beside the base price: by currency, customer group, quantity and time.',
    paths: ['/admin/v1/price-lists'],
  },
  {
    name: 'Discounts',
    description: 'What reduces the price of a cart: by codes, or automatically.',
    paths: ['/admin/v1/discounts'],
  },
  {
    name: 'Customers',
    description: 'Customers of a store, as operators see them.',
    paths: ['/admin/v1/customer', '/admin/v1/orders/{id}/erasure'],
  },
  {
    name: 'Webhooks',
    description: 'Subscriptions, the delivery log, and the envelopes that subscribers receive.',
    paths: ['/.well-known', '/admin/v1/webhooks', '/webhooks'],
  },
  {
    name: 'Storefront',
    description: 'What shoppers see: products, categories, and the store’s configuration.',
    paths: ['/store'],
  },
  {
    name: 'Carts',
    description: 'Lines, addresses, shipping, discounts and checkout.',
    paths: ['/store/v1/carts'],
  },
  {
    name: 'Customer accounts',
    description: 'Registration, login, profile, addresses and orders of the signed-in customer.',
    paths: ['/store/v1/customers'],
  },
  { name: 'Health', description: 'Whether the service is ready for requests.', paths: ['/health'] },
];

const BY_LENGTH = CHAPTERS.flatMap(({ name, paths }) => paths.map((path) => ({ path, name }))).sort(
  (a, b) => b.path.length - a.path.length,
);

export function chapterOf(operation: AnyOperation): string {
  const chapter = BY_LENGTH.find(({ path }) => operation.path.startsWith(path));
  if (!chapter) throw new Error(`No chapter has ${operation.path}`);
  return chapter.name;
}
