import { createApp } from './app.ts';

const {
  API_URL = 'http://localhost:3000',
  PUBLISHABLE_KEY = '',
  PAYMENT_WEBHOOK_SECRET,
  HOST,
  PORT,
} = process.env;
if (!PUBLISHABLE_KEY) throw new Error('PUBLISHABLE_KEY names the store: `pk_…`, in its settings.');

const app = createApp({
  apiUrl: API_URL,
  publishableKey: PUBLISHABLE_KEY,
  demoPaymentSecret: PAYMENT_WEBHOOK_SECRET,
});
const server = app.listen(Number(PORT || 3001), HOST || '127.0.0.1', () => process.send?.({ ready: true }));
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
});
