import { isIP } from 'node:net';
import { refuse } from '@service/contract';
import { access, type SystemContext, withClientAddress } from '@service/core';
import type { Request } from 'express';

/** The store whose server sends the request, and the context with the visitor's address. */
export interface ShopServer {
  tenantId: string;
  system: SystemContext;
}

/**
 * The server of a shop sends the requests of all visitors from one address. It passes the visitor's address in
 * `X-Client-Address`, and proves with `X-Server-Key`, an API key of its store, that it may do so: a browser that sends the
 * address alone is ignored. Undefined if the request has no such key.
 */
export async function findShopServer(system: SystemContext, req: Request): Promise<ShopServer | undefined> {
  const key = req.get('x-server-key');
  if (!key) return undefined;
  const { tenantId } = await access.findApiKey(system, key);
  const address = req.get('x-client-address') ?? '';
  if (isIP(address) === 0)
    refuse('validation_failed', 'X-Client-Address must be the IP address of the visitor.', [
      { path: '/headers/x-client-address', code: 'format', message: 'must be an IPv4 or IPv6 address' },
    ]);
  return { tenantId, system: withClientAddress(system, address) };
}

/** Refuses a server key of another store than the request's. */
export function assertOwnServer(server: ShopServer | undefined, tenantId: string | undefined): void {
  if (server && tenantId !== undefined && server.tenantId !== tenantId)
    refuse('unauthenticated', 'X-Server-Key is not of the store that the request names.');
}
