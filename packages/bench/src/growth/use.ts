import { randomUUID } from 'node:crypto';
import {
  audit,
  type Context,
  carts,
  catalog,
  checkout,
  customers,
  orders,
  payments,
  reports,
  type SystemContext,
} from '@service/core';
import { makeReadyCarts, paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import type pg from 'pg';

type Use = () => Promise<unknown>;

/** The uses of a store, by name. */
export interface Uses {
  writes: Record<string, Use>;
  reads: Record<string, Use>;
  /** Makes carts for this many checkouts. */
  prepare(checkouts: number): Promise<void>;
}

const WORDS = ['tea', 'green', 'green tea', 'porcelain', 'darjeling', 'balanel', 'sku-77', 'zubruus', 'te'];
const SORTS = ['newest', 'price', '-price', 'title', '-title'] as const;
/** The permissions that `reports.search` reads with. */
const PERMISSIONS = ['orders:read', 'customers:read', 'catalog:read'] as const;
const OPTIONS = ['Size:S', 'Size:XL', 'Colour:red', 'Colour:mauve'];

/** Everything of a store at random: its products, categories and orders are those that it has. */
export async function usesOf(client: pg.Client, system: SystemContext, tenantId: string): Promise<Uses> {
  const admin = system.forTenant(tenantId, { kind: 'admin', id: randomUUID(), permissions: PERMISSIONS });
  const store = system.forTenant(tenantId, { kind: 'storefront' });
  const some = async (sql: string): Promise<Record<string, string>[]> =>
    (await client.query(`${sql} ORDER BY random() LIMIT 2000`, [tenantId])).rows;
  const variants = await some(
    `SELECT v.id, v.product_id AS "productId", p.slug FROM variants v JOIN products p ON p.id = v.product_id
     WHERE v.tenant_id = $1 AND p.status = 'published' AND v.stock_quantity > v.reserved + 10`,
  );
  const categories = await some('SELECT id, slug FROM categories WHERE tenant_id = $1');
  await client.query(
    `INSERT INTO shipping_options (tenant_id, name, amount) SELECT $1::uuid, 'Free shipping', 0
     WHERE NOT EXISTS (SELECT FROM shipping_options WHERE tenant_id = $1::uuid)`,
    [tenantId],
  );
  await client.query(
    `INSERT INTO order_numbers (tenant_id, last) SELECT $1::uuid, max(number) FROM orders WHERE tenant_id = $1::uuid HAVING count(*) > 0
     ON CONFLICT (tenant_id) DO NOTHING`,
    [tenantId],
  );
  const variant = () => anyOf(variants);
  const ready: string[] = [];
  const unpaid: string[] = [];
  const page = () => ({ page: Math.random() < 0.8 ? 1 : 1 + Math.floor(Math.random() * 100), pageSize: 20 });
  const products = (query: object) => catalog.listStoreProducts(store, { ...page(), ...query } as never);
  const ofAdmin = (list: (ctx: Context, query: never) => Promise<unknown>, query: object) =>
    list(admin, { ...page(), ...query } as never);

  return {
    async prepare(checkouts) {
      ready.push(
        ...(await makeReadyCarts(
          { admin, tenantId },
          Array.from({ length: checkouts }, () => ({ [variant().id ?? '']: 1 })),
        )),
      );
    },
    writes: {
      'create a product': () =>
        catalog.createProduct(admin, {
          title: `Porcelain cup ${randomUUID()}`,
          description: 'For green tea',
          status: 'published',
          variants: ['S', 'M'].map((size) => ({
            sku: randomUUID(),
            options: { Size: size },
            priceAmount: 1250,
            stockQuantity: 100,
          })),
        }),
      'change a price': () => {
        const { id = '', productId = '' } = variant();
        return catalog.updateVariant(
          admin,
          { productId, variantId: id },
          { priceAmount: 100 + Math.floor(Math.random() * 400_000) },
        );
      },
      'put into a cart': async () => {
        const { id } = await carts.createCart(store);
        await carts.addCartLine(store, id, { variantId: variant().id ?? '', quantity: 1 });
        await carts.setShippingAddress(store, id, TEST_ADDRESS);
      },
      'check out': async () => {
        const { order } = await checkout.checkOut(store, ready.pop() ?? '');
        unpaid.push(order.id);
      },
      pay: async () => {
        const orderId = unpaid.pop();
        if (orderId) await payments.receiveProviderEvent(system, paymentSucceeded(orderId));
      },
    },
    reads: {
      'list products': () => products({ sort: anyOf(SORTS) }),
      'products of a category': () => products({ category: anyOf(categories).slug, sort: anyOf(SORTS) }),
      'products by price': () => products({ priceMin: 1000, priceMax: 200_000, sort: anyOf(SORTS) }),
      'products by option': () => products({ option: anyOf(OPTIONS), available: true }),
      'search products': () => products({ q: anyOf(WORDS) }),
      facets: () =>
        catalog.countFacets(store, anyOf([{}, { q: anyOf(WORDS) }, { category: anyOf(categories).slug }])),
      'read a product': () => catalog.getStoreProduct(store, variant().slug ?? ''),
      'list orders': () => ofAdmin(orders.listOrders, anyOf([{}, { status: 'cancelled' }, { number: 1500 }])),
      'search orders': () => ofAdmin(orders.listOrders, { q: anyOf([...WORDS, 'example', '1500']) }),
      'operators’ products': () =>
        ofAdmin(catalog.listProducts, anyOf([{}, { q: anyOf(WORDS) }, { status: 'draft' }])),
      customers: () => ofAdmin(customers.listCustomers, anyOf([{}, { q: anyOf([...WORDS, 'example']) }])),
      payments: () => ofAdmin(payments.listPayments, anyOf([{}, { status: 'succeeded' }])),
      audit: () => ofAdmin(audit.listAuditRecords, anyOf([{}, { subjectType: 'variant', subjectId: 'v77' }])),
      home: () => reports.getHome(admin),
      'sales of 30 days': () => reports.getSales(admin, {} as never),
      'search everything': () => reports.search(admin, { q: anyOf(WORDS) } as never),
    },
  };
}

function anyOf<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('Nothing to choose from');
  return one;
}
