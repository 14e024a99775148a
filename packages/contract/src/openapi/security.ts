import type { Auth } from '../operation.ts';

const bearer = (description: string, bearerFormat?: string) => ({
  type: 'http',
  scheme: 'bearer',
  ...(bearerFormat ? { bearerFormat } : {}),
  description,
});
const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

/** Every credential that the service takes or gives. */
export const SECURITY_SCHEMES = {
  adminToken: bearer(
    'Access token of POST /admin/v1/auth/login (15 minutes), token of the configured issuer, or an API key `sk_…`',
    'JWT',
  ),
  portalSession: bearer(
    'Token of POST /admin/v1/webhooks/portal-sessions: its own subscriptions, by its capabilities',
  ),
  setupToken: bearer('SETUP_TOKEN of the deployment'),
  publishableKey: header('X-Publishable-Key', '`pk_…` names the store; not a secret'),
  customerSession: bearer('Session token of POST /store/v1/customers/login; it also names the store'),
  paymentSignature: header(
    'payment-signature',
    '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with PAYMENT_WEBHOOK_SECRET, or with the secret of the payment account',
  ),
  webhookSignature: header(
    'X-Service-Signature',
    '`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<nonce>.<raw body>`, keyed with the subscription’s secret',
  ),
};

type Requirement = Partial<Record<keyof typeof SECURITY_SCHEMES, never[]>>;

/** The alternatives that let a request through: one of these. */
export function securityOf(auth: Auth): Requirement[] {
  if (auth.kind === 'public') return [];
  if (auth.kind === 'admin')
    return auth.portal ? [{ adminToken: [] }, { portalSession: [] }] : [{ adminToken: [] }];
  if (auth.kind === 'setup') return [{ setupToken: [] }];
  if (auth.kind === 'customer') return [{ customerSession: [] }];
  if (auth.kind === 'provider-signature') return [{ paymentSignature: [] }];
  const session = auth.session === 'optional' ? [{ customerSession: [] }] : [];
  return [{ publishableKey: [] }, ...session];
}
