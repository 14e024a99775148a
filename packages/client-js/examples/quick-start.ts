import { createAdminClient, isServiceError } from '@service/client-js';

const admin = createAdminClient({ baseUrl: 'https://shop.example', token: process.env.ADMIN_TOKEN });

const product = await admin.createProduct({
  body: { title: 'Darjeeling', variants: [{ sku: 'TEA-1', priceAmount: 1250 }] },
});
await admin.updateProduct(
  { productId: product.id, body: { status: 'published' } },
  { ifMatch: product.version },
);

for await (const order of admin.listOrders.all({ status: 'paid' })) console.log(order.number, order.total);

try {
  await admin.getOrder({ id: '00000000-0000-4000-8000-000000000000' });
} catch (error) {
  if (!isServiceError(error, 'not_found')) throw error;
  console.log(error.message); // not_found: … (request 5f0c…)
}
