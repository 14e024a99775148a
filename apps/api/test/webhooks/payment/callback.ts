import { signProviderEvent } from '@service/testing';
import type { Answer } from '../../client.ts';
import type { TestApi } from '../../harness.ts';

/** Sends the event as the provider does: signed now, by the API's clock, unless a header is given. */
export function createProvider({ request, env }: TestApi) {
  return (event: object, signature?: string): Promise<Answer> => {
    const body = JSON.stringify(event);
    const timestamp = Math.floor(env.system.now().getTime() / 1000);
    const headers = { 'payment-signature': signature ?? signProviderEvent(body, { timestamp }) };
    return request('POST', '/webhooks/payment', { body, headers });
  };
}
