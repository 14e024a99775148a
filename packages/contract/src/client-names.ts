import type { AnyOperation } from './operation.ts';

const CLIENTS = { admin: '/admin/', store: '/store/', setup: '/setup/' } as const;

export type ClientName = keyof typeof CLIENTS;

export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[];

/**
 * The client of @service/client-js that has the operation. What belongs to no prefix is called by whoever sets the
 * service up: the health check and the provider's callback.
 */
export function clientOf({ path, auth }: Pick<AnyOperation, 'path' | 'auth'>): ClientName {
  if (auth.kind === 'store') return 'store';
  return CLIENT_NAMES.find((name) => path.startsWith(CLIENTS[name])) ?? 'setup';
}

/** The method of an operation: its id, without the class that the specification gives one of them. */
export function clientMethodOf(id: string): string {
  return id.replace(/^\w+Controller_/, '');
}
