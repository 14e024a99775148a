import { ConnectionError, createAdminClient, createSetupClient, isServiceError } from '@service/client-js';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

let portalToken: string | undefined;

/** Only for the portal: the token is kept in this page's memory; scripts can't read the cookie that belongs to it. */
export function holdToken(token: string): void {
  portalToken = token;
}

/** The store to whose portal the page belongs; undefined: the page is the console. */
const [, portalStore] = /^\/portal\/([^/]+)/.exec(location.pathname) ?? [];

/** The browser sends the session's cookie; on a page of the portal, the portal's. */
const options = {
  baseUrl: location.origin,
  cookie: true as const,
  ...(portalStore ? { headers: { 'X-Portal-Store': portalStore }, token: () => portalToken } : {}),
};

export const admin = createAdminClient(options);
export const setup = createSetupClient(options);

const listeners = new Set<() => void>();

/** Calls back when the service reports that the session has ended. Returns a function that ends the listening. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function noteSessionEnd(error: Error): void {
  if (isServiceError(error, 'unauthenticated')) for (const listener of listeners) listener();
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({ onError: noteSessionEnd }),
  // The client itself retries requests that are safe to repeat. Without a network, a request fails with an error instead of
  // waiting silently.
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export interface SignInInput {
  email: string;
  password: string;
  /** The code of the second factor, if there is one. */
  code?: string;
}

/** Signs in with address and password, or with a single-use link. Rejects with the service's problem. */
export async function signIn(input: SignInInput | { link: string }): Promise<void> {
  await session('POST', input);
}

export async function signOut(): Promise<void> {
  await session('DELETE');
}

/** Reads to whom a link's session belongs, without opening it. Rejects with the service's problem. */
export async function readSignInLink(link: string): Promise<{ email: string; storeName: string }> {
  return (await session('POST', { link }, '/link')).json();
}

async function session(method: string, body?: object, path = ''): Promise<Response> {
  const response = await fetch(`/console/session${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  }).catch((cause: Error) => {
    throw new ConnectionError('network', cause.message, { cause });
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw Object.assign(new Error(problem.detail ?? `HTTP ${response.status}`), { code: problem.code });
}
