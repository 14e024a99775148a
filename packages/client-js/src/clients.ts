import { type ClientOptions, type Credentials, createCall } from './call.ts';
import { isServiceError } from './errors.ts';
import { ADMIN_ROUTES, SETUP_ROUTES, STORE_ROUTES } from './generated/routes.ts';
import type { AdminClient, SetupClient, StoreClient, Tokens } from './generated/types.ts';
import { createMethods } from './methods.ts';

/** A token, or a function that finds the current one; if it finds none, none is sent. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

export interface AdminClientOptions extends ClientOptions {
  /** An admin token or an API key (`sk_…`). */
  token?: TokenSource | undefined;
  /** Instead of `token`: the result of `login`. An expired token is exchanged, once for all running calls. */
  tokens?: (Pick<Tokens, 'refreshToken'> & Partial<Tokens>) | undefined;
  /** Instead of a `token`: for a page of the service, whose browser sends the session's cookie. */
  cookie?: true | undefined;
  /** New tokens: store them, because the previous refresh token no longer works. */
  onTokens?: ((tokens: Tokens) => void) | undefined;
}

/** The Admin API: every operation under `/admin/v1`. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const credentials = options.tokens ? renewing(options, options.tokens) : fixed(options);
  return createMethods(ADMIN_ROUTES, createCall(options, credentials));
}

export interface StoreClientOptions extends ClientOptions {
  /** `pk_…`: identifies the store. Without one, the host does. */
  publishableKey?: string | undefined;
  /** The session of the signed-in customer: `token` of `loginCustomer`. */
  session?: TokenSource | undefined;
  /**
   * Only for the server of a shop, never for a web page: the address of the visitor for whom it sends the request, proven by an
   * API key of the store.
   */
  visitor?: { address: string; serverKey: string } | undefined;
}

/** The Store API: every operation under `/store/v1`. It may be used in a web page. */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  const { publishableKey, session, visitor } = options;
  const server: Record<string, string> = visitor
    ? { 'X-Client-Address': visitor.address, 'X-Server-Key': visitor.serverKey }
    : {};
  const key = { ...server, ...(publishableKey && { 'X-Publishable-Key': publishableKey }) };
  const credentials: Credentials = {
    async headersFor(credential) {
      if (credential === 'public') return server;
      if (credential === 'store') return key;
      const bearer = await bearerOf(session);
      if (credential === 'customer' && !bearer.Authorization)
        throw missing('a customer’s session', 'session');
      return { ...key, ...bearer };
    },
    renew: (sent) => isReplaced(session, sent),
  };
  return createMethods(STORE_ROUTES, createCall(options, credentials));
}

export interface SetupClientOptions extends ClientOptions {
  /** `SETUP_TOKEN` of the deployment, for `createTenant`. */
  setupToken?: TokenSource | undefined;
  /** An admin token, for everything that is set up in one store. */
  token?: TokenSource | undefined;
  /** Instead of a `token`: as in the Admin API's client. */
  cookie?: true | undefined;
}

/** The Setup API: every operation under `/setup/v1`, the health check, and the payment provider's callback. */
export function createSetupClient(options: SetupClientOptions): SetupClient {
  const admin = fixed(options);
  const credentials: Credentials = {
    async headersFor(credential) {
      if (credential !== 'setup') return admin.headersFor(credential);
      const bearer = await bearerOf(options.setupToken);
      if (!bearer.Authorization) throw missing('the setup token', 'setupToken');
      return bearer;
    },
  };
  return createMethods(SETUP_ROUTES, createCall(options, credentials));
}

function fixed({ token, cookie }: Pick<AdminClientOptions, 'token' | 'cookie'>): Credentials {
  return {
    async headersFor(credential) {
      if (credential !== 'admin') return {};
      const bearer = await bearerOf(token);
      if (!bearer.Authorization && !cookie) throw missing('an admin token', 'token');
      return bearer;
    },
    renew: (sent) => isReplaced(token, sent),
  };
}

/** Exchanges the refresh token when an access token is refused; calls that are refused together share one exchange. */
function renewing(
  options: AdminClientOptions,
  first: NonNullable<AdminClientOptions['tokens']>,
): Credentials {
  let { accessToken = '', refreshToken } = first;
  let exchange: Promise<boolean> | undefined;
  const bare = createAdminClient({ ...options, tokens: undefined, maxRetries: 0 });

  async function exchangeToken(): Promise<boolean> {
    try {
      const tokens = await bare.refreshLogin({ body: { refreshToken } });
      ({ accessToken, refreshToken } = tokens);
      options.onTokens?.(tokens);
      return true;
    } catch (error) {
      // The login has ended; the caller sees this from its 401.
      if (isServiceError(error)) return false;
      throw error;
    } finally {
      exchange = undefined;
    }
  }

  return {
    headersFor: (credential) => (credential === 'admin' ? { Authorization: `Bearer ${accessToken}` } : {}),
    renew(sent) {
      if (sent.Authorization !== `Bearer ${accessToken}`) return Promise.resolve(true);
      exchange ??= exchangeToken();
      return exchange;
    },
  };
}

async function bearerOf(source: TokenSource | undefined): Promise<Record<string, string>> {
  const token = typeof source === 'function' ? await source() : source;
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Whether the token differs from the refused one: it may be replaced while a request is running. */
async function isReplaced(
  source: TokenSource | undefined,
  { Authorization: sent }: Record<string, string>,
): Promise<boolean> {
  const { Authorization: now } = await bearerOf(source);
  return sent !== undefined && now !== undefined && now !== sent;
}

function missing(what: string, option: string): TypeError {
  return new TypeError(`This operation needs ${what}: make the client with \`${option}\`.`);
}
