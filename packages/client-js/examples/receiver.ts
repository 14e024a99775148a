import { createWebhookMiddleware } from '@service/client-js/webhooks';
import express, { type Express } from 'express';

// Yours is in a database: the id is kept in the transaction of what is done about it.
const done = new Set<string>();

export const app: Express = express();

// Before any express.json(): the signature is over the bytes as they arrived.
app.post(
  '/hooks',
  createWebhookMiddleware({
    // Two while a secret is being rotated.
    secret: () => (process.env.WEBHOOK_SECRETS ?? '').split(','),
    handlers: {
      'order.paid': ({ orderId }, { id }) => {
        if (done.has(id)) return;
        done.add(id);
        console.log(`Pack order ${orderId}`);
      },
      otherwise: 'ignore',
    },
  }),
);
