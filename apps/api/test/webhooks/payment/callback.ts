import { signProviderEvent } from '@service/testing';
import type { Answer } from '../../client.ts';
import type { TestApi } from '../../harness.ts';

/** A payment account of a store, as its provider knows it. */
interface Account {
  callbackPath: string;
  secret: string;
}

/** Sends the event as the provider does: signed now, by the API's clock, unless a header is given. */
export function createProvider({ request, env }: TestApi, account?: Account) {
  return (event: object, signature?: string): Promise<Answer> => {
    const body = JSON.stringify(event);
    const timestamp = Math.floor(env.system.now().getTime() / 1000);
    const secret = account ? { secret: account.secret } : {};
    const headers = { 'payment-signature': signature ?? signProviderEvent(body, { timestamp, ...secret }) };
    return request('POST', account?.callbackPath ?? '/webhooks/payment', { body, headers });
  };
}
