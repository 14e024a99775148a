import { House, type LucideIcon, Package, Settings, ShoppingBag, Tag, Users, Webhook } from 'lucide-react';
import type { MessageKey } from './i18n/index.tsx';

export interface PageEntry {
  to: string;
  name: MessageKey;
  /** The permission to open it; absent: none is required. */
  permission?: string;
}

export interface Section extends PageEntry {
  icon: LucideIcon;
  /** Shown while one of them is open, or the section itself. */
  children: readonly PageEntry[];
}

/** The navigation: seven sections, with the pages that belong to each. */
export const SECTIONS: readonly Section[] = [
  { to: '/', name: 'nav.home', icon: House, children: [] },
  {
    to: '/orders',
    name: 'nav.orders',
    icon: ShoppingBag,
    permission: 'orders:read',
    children: [
      { to: '/draft-orders', name: 'nav.draftOrders', permission: 'orders:read' },
      { to: '/returns', name: 'nav.returns', permission: 'orders:read' },
      { to: '/former-orders', name: 'nav.formerOrders', permission: 'orders:read' },
      { to: '/reports', name: 'nav.reports', permission: 'orders:read' },
    ],
  },
  {
    to: '/catalogue/products',
    name: 'nav.products',
    icon: Package,
    permission: 'catalog:read',
    children: [
      { to: '/catalogue/categories', name: 'nav.categories', permission: 'catalog:read' },
      { to: '/catalogue/import', name: 'nav.import', permission: 'catalog:read' },
    ],
  },
  {
    to: '/customers',
    name: 'nav.customers',
    icon: Users,
    permission: 'customers:read',
    children: [
      { to: '/customer-groups', name: 'nav.customerGroups', permission: 'customers:read' },
      { to: '/customers/import', name: 'nav.importCustomers', permission: 'customers:write' },
    ],
  },
  {
    to: '/price-lists',
    name: 'nav.prices',
    icon: Tag,
    permission: 'catalog:read',
    children: [
      { to: '/price-lists', name: 'nav.priceLists', permission: 'catalog:read' },
      { to: '/discounts', name: 'nav.discounts', permission: 'catalog:read' },
    ],
  },
  {
    to: '/webhooks/deliveries',
    name: 'nav.webhooks',
    icon: Webhook,
    permission: 'webhooks:read',
    children: [
      { to: '/webhooks/deliveries', name: 'nav.deliveries', permission: 'webhooks:read' },
      { to: '/webhooks/subscriptions', name: 'nav.subscriptions', permission: 'webhooks:read' },
      { to: '/webhooks/statistics', name: 'nav.statistics', permission: 'webhooks:read' },
      { to: '/webhooks/recoveries', name: 'nav.recoveries', permission: 'webhooks:read' },
      { to: '/webhooks/gaps', name: 'nav.gaps', permission: 'webhooks:read' },
      { to: '/webhooks/events', name: 'nav.events', permission: 'webhooks:read' },
      { to: '/webhooks/portal-links', name: 'nav.portalLinks', permission: 'webhooks:read' },
    ],
  },
  {
    to: '/settings',
    name: 'nav.settings',
    icon: Settings,
    permission: 'settings:read',
    children: [
      { to: '/settings/store', name: 'settings.store', permission: 'settings:read' },
      { to: '/settings/tax', name: 'settings.tax', permission: 'settings:read' },
      { to: '/settings/shipping', name: 'settings.shipping', permission: 'settings:read' },
      { to: '/settings/payments', name: 'settings.payments', permission: 'settings:read' },
      { to: '/settings/hosts', name: 'settings.hosts', permission: 'settings:read' },
      { to: '/settings/redirects', name: 'settings.redirects', permission: 'settings:read' },
      { to: '/settings/compliance', name: 'settings.compliance', permission: 'settings:read' },
      { to: '/settings/privacy', name: 'settings.privacy', permission: 'settings:read' },
      { to: '/settings/mails', name: 'settings.mails', permission: 'settings:read' },
      { to: '/settings/portal', name: 'settings.portal', permission: 'settings:read' },
      { to: '/settings/operators', name: 'settings.operators', permission: 'users:read' },
      { to: '/settings/api-keys', name: 'settings.apiKeys', permission: 'users:read' },
      { to: '/settings/modules', name: 'settings.modules', permission: 'settings:read' },
      { to: '/settings/audit', name: 'settings.audit', permission: 'users:read' },
    ],
  },
];

export const NOTIFICATIONS: PageEntry = {
  to: '/notifications',
  name: 'nav.notifications',
  permission: 'settings:read',
};

/** Every page that has an address of its own, once: the palette finds them. */
export const PAGES: readonly PageEntry[] = [
  ...SECTIONS.flatMap((section) => [
    ...(section.children.some(({ to }) => to === section.to) ? [] : [section]),
    ...section.children,
  ]),
  NOTIFICATIONS,
  { to: '/account', name: 'nav.account' },
];

interface Act {
  to: string;
  search?: Record<string, string>;
  name: MessageKey;
  permission: string;
}

/** The most frequent actions; the palette finds them, too. */
export const ACTS: readonly Act[] = [
  { to: '/catalogue/products/new', name: 'act.newProduct', permission: 'catalog:write' },
  { to: '/customers', search: { new: 'yes' }, name: 'act.newCustomer', permission: 'customers:write' },
  { to: '/price-lists', search: { new: 'yes' }, name: 'act.newPriceList', permission: 'catalog:write' },
  { to: '/discounts', search: { edit: 'new' }, name: 'act.newDiscount', permission: 'catalog:write' },
  { to: '/webhooks/subscriptions/new', name: 'act.newSubscription', permission: 'webhooks:write' },
  { to: '/settings/operators', name: 'act.invite', permission: 'users:write' },
  { to: '/orders', search: { toShip: 'yes' }, name: 'act.toShip', permission: 'orders:read' },
];

const isWithin = (pathname: string, to: string) =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));

/** The section that a page belongs to. */
export const sectionOf = (pathname: string): Section | undefined =>
  SECTIONS.find(({ to, children }) =>
    [to, ...children.map((each) => each.to)].some((each) => isWithin(pathname, each)),
  );
