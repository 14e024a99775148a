import type { MessageKey } from './i18n/index.tsx';

interface PageEntry {
  to: string;
  name: MessageKey;
  /** Who may read it; absent: everybody. */
  permission?: string;
  /** The heading that it stands under in the navigation. */
  group?: MessageKey;
}

/** Every page that has an address of its own: the navigation and the palette are made of it. */
export const PAGES: readonly PageEntry[] = [
  { to: '/', name: 'nav.home' },
  { to: '/orders', name: 'nav.orders', permission: 'orders:read' },
  { to: '/returns', name: 'nav.returns', permission: 'orders:read' },
  { to: '/reports', name: 'nav.reports', permission: 'orders:read' },
  { to: '/customers', name: 'nav.customers', permission: 'customers:read' },
  { to: '/customer-groups', name: 'nav.customerGroups', permission: 'customers:read' },
  { to: '/catalogue/products', name: 'nav.products', permission: 'catalog:read', group: 'nav.catalogue' },
  { to: '/catalogue/categories', name: 'nav.categories', permission: 'catalog:read', group: 'nav.catalogue' },
  { to: '/price-lists', name: 'nav.priceLists', permission: 'catalog:read', group: 'nav.catalogue' },
  { to: '/discounts', name: 'nav.discounts', permission: 'catalog:read', group: 'nav.catalogue' },
  { to: '/webhooks/deliveries', name: 'nav.deliveries', permission: 'webhooks:read', group: 'nav.webhooks' },
  {
    to: '/webhooks/subscriptions',
    name: 'nav.subscriptions',
    permission: 'webhooks:read',
    group: 'nav.webhooks',
  },
  { to: '/webhooks/statistics', name: 'nav.statistics', permission: 'webhooks:read', group: 'nav.webhooks' },
  { to: '/webhooks/recoveries', name: 'nav.recoveries', permission: 'webhooks:read', group: 'nav.webhooks' },
  { to: '/webhooks/gaps', name: 'nav.gaps', permission: 'webhooks:read', group: 'nav.webhooks' },
  { to: '/webhooks/events', name: 'nav.events', permission: 'webhooks:read', group: 'nav.webhooks' },
  {
    to: '/webhooks/portal-links',
    name: 'nav.portalLinks',
    permission: 'webhooks:read',
    group: 'nav.webhooks',
  },
  { to: '/notifications', name: 'nav.notifications', permission: 'settings:read' },
  { to: '/settings', name: 'nav.settings', permission: 'settings:read' },
];
