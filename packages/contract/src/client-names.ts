import type { AnyOperation } from './operation.ts';

const CLIENTS = { admin: '/admin/', store: '/store/', setup: '/setup/' } as const;

export type ClientName = keyof typeof CLIENTS;

export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[];

/**
 * The client of @service/client-js that has the operation. Operations without a prefix are called by the service's operator and
 * the provider: the health check and the payment callback.
 */
export function clientOf({ path, auth }: Pick<AnyOperation, 'path' | 'auth'>): ClientName {
  if (auth.kind === 'store') return 'store';
  return CLIENT_NAMES.find((name) => path.startsWith(CLIENTS[name])) ?? 'setup';
}

/** The method of an operation: its id, without the class in the id of one of them. */
export function clientMethodOf(id: string): string {
  return id.replace(/^\w+Controller_/, '');
}
