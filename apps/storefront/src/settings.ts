export interface Settings {
  apiUrl: string;
  publishableKey: string;
  serverKey: string | undefined;
  trustedProxies: readonly string[];
  demoPaymentSecret: string | undefined;
  host: string;
  port: number;
}

/** Its message is all that a person needs. */
export class SettingsError extends Error {}

/** Reads the settings of the shop from the environment. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const { API_URL, PUBLISHABLE_KEY, SERVER_KEY, TRUSTED_PROXIES, PAYMENT_WEBHOOK_SECRET, HOST, PORT } = env;
  if (!PUBLISHABLE_KEY)
    throw new SettingsError('PUBLISHABLE_KEY is missing. It names the store: pk_…, in the store’s settings.');
  return {
    apiUrl: API_URL || 'http://localhost:3000',
    publishableKey: PUBLISHABLE_KEY,
    serverKey: SERVER_KEY || undefined,
    trustedProxies: (TRUSTED_PROXIES || 'loopback').split(',').map((each) => each.trim()),
    demoPaymentSecret: PAYMENT_WEBHOOK_SECRET,
    host: HOST || '127.0.0.1',
    port: Number(PORT || 3100),
  };
}
