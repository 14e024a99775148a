// The floor: a job of BullMQ, signed and sent by the same HTTP client, and nothing kept.

import { randomBytes } from 'node:crypto';
import { signWebhook } from '@service/client-js/webhooks/sign';
import { createSender } from '@service/delivery';
import { createAddressGuard } from '@service/delivery/address-guard';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { BareJob } from './bare-job.ts';

const { BENCH_REDIS_URL = '', BENCH_QUEUE = '', BENCH_CONCURRENCY = '50' } = process.env;
const sender = createSender({
  guard: createAddressGuard({ allowedPrivateCidrs: ['127.0.0.0/8'] }),
  allowInsecure: true,
  timeoutMs: 10_000,
  userAgent: 'bench',
});

new Worker<BareJob>(
  BENCH_QUEUE,
  async ({ data }) => {
    const body = Buffer.from(JSON.stringify(data.envelope));
    const timestamp = Math.floor(Date.now() / 1000);
    const nonce = randomBytes(16).toString('hex');
    const headers = { ...signWebhook({ body, secret: data.secret, timestamp, nonce }) };
    const outcome = await sender.send({ tenantId: 'bench', url: data.url, body, headers });
    if (!outcome.ok) throw new Error(outcome.error ?? '');
  },
  {
    connection: new Redis(BENCH_REDIS_URL, { maxRetriesPerRequest: null }),
    concurrency: Number(BENCH_CONCURRENCY),
    removeOnComplete: { count: 0 },
  },
);
process.send?.({ ready: true });
process.on('disconnect', () => process.exit(0));
