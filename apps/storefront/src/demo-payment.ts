import { createHmac, randomUUID } from 'node:crypto';

/**
 * Says to the API what a payment provider would say. Only for a demo: a real storefront shows the provider's own form,
 * with `payment.clientSecret` of the checkout, and never knows this secret.
 */
export async function payAsDemo(apiUrl: string, secret: string, orderId: string): Promise<void> {
  const created = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({
    id: `evt_demo_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created,
    data: { object: { id: null, object: 'payment_intent', metadata: { orderId } } },
  });
  const signature = createHmac('sha256', secret).update(`${created}.${payload}`).digest('hex');
  const response = await fetch(`${apiUrl}/webhooks/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'payment-signature': `t=${created},v1=${signature}` },
    body: payload,
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The payment was not taken: ${response.status} ${await response.text()}`);
}
