import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What runs in the API and the worker. The others are commands and development tools, or run in another program. */
const NOT_IN_SERVICE = ['bench', 'cli', 'client-js', 'console', 'dev', 'module-sdk', 'testing', 'theme-sdk'];

/** Where each thing that waits may be made, and why there. Whatever is missing here belongs into one of these places. */
const PLACES: { what: string; pattern: RegExp; files: Record<string, string> }[] = [
  {
    what: 'a timer',
    pattern: /\bsetInterval\b|(?<!\.)\bsetTimeout\b/,
    files: {
      'apps/api/src/http/http-server.ts': 'cuts connections that outlast the shutdown, once',
      'packages/core/src/payments/fake-provider.ts': 'plays a slow provider in development',
      'packages/core/src/webhooks/test-subscription.ts':
        'looks for the outcome of a test, under a deadline of its own',
      'packages/db/src/connection.ts': 'the deadline of a query: it destroys the connection',
      'packages/db/src/transaction-pool.ts': 'the deadline of a transaction: it destroys the connection',
      'packages/db/src/watch-schema.ts': 'looks for migrations from time to time, one look at a time',
      'packages/delivery/src/delivery-queue.ts':
        'waits for an attempt that is ending, a limited number of times',
      'packages/delivery/src/endpoint-health.ts':
        'tries once more what could not be recorded; armed only while something waits',
      'packages/delivery/src/engine.ts': 'waits once for rows that another transaction holds',
      'packages/delivery/src/http-sender.ts': 'the deadline of an attempt',
      'packages/delivery/src/pull-waits.ts': 'ends the wait of a claim',
      'packages/delivery/src/overflow.ts': 'looks again at held rows; armed only while something waits',
      'packages/jobs/src/primitives/deadline.ts': 'the primitive',
      'packages/jobs/src/primitives/loop.ts': 'the primitive',
    },
  },
  {
    what: 'a connection of Redis or BullMQ',
    pattern: /\bnew (Redis|Queue|Worker|QueueEvents|FlowProducer)\b/,
    files: {
      'packages/jobs/src/connection.ts': 'the connections of the queues',
      'packages/jobs/src/open-queue.ts': 'the producer',
      'packages/jobs/src/redis-facts.ts': 'one look at a Redis, for commands',
      'packages/jobs/src/throttle-redis.ts': 'the counters, which have a shorter deadline',
      'packages/jobs/src/worker.ts': 'the consumer',
    },
  },
  {
    what: 'a connection of PostgreSQL',
    pattern: /\bnew (pg\.)?(Pool|Client)\b|\bextends pg\.(Pool|Client)\b|\bnew (PrismaPg|PrismaClient)\b/,
    files: {
      'packages/db/src/listener.ts': 'one that hears notifications, with deadlines of its own',
      'packages/db/src/open.ts': 'Prisma on the pool',
      'packages/db/src/owner.ts': 'one connection of the owner, for migrations and backups',
      'packages/db/src/runtime-login.ts': 'one connection that tries a login',
      'packages/db/src/transaction-pool.ts': 'the pool',
      'packages/jobs/src/connection.ts': 'BullMQ on PostgreSQL, for a machine without Redis',
    },
  },
  {
    what: 'an outgoing request',
    pattern:
      /\b(from |import\()'(got|axios|undici|stripe|nodemailer)'|(?<!\.)\bfetch\(|\bhttps?\.(request|get)\(|\bnew https?\.Agent\b/,
    files: {
      'apps/api/src/http/issuer-keys.ts': 'keys of an issuer, with a deadline',
      'packages/core/src/mail/mailer.ts': 'SMTP, with its timeouts',
      'packages/core/src/mail/smtp-problem.ts': 'a look at the mail server, for commands, with its timeouts',
      'packages/core/src/payments/fake-provider.ts': 'calls this service back in development',
      'packages/core/src/payments/stripe-provider.ts': 'Stripe, with its timeout',
      'packages/core/src/vat/vies.ts': 'VIES, with its timeout',
      'packages/delivery/src/http-sender.ts': 'webhooks: checked addresses, one agent, one deadline',
    },
  },
  {
    what: 'a DNS lookup or a raw socket',
    pattern:
      /\bfrom 'node:dns(\/promises)?'|\b(net|tls)\.(connect|createConnection)\(|\bnew (net\.)?Socket\(/,
    files: {
      'packages/delivery/src/name-resolver.ts': 'asks name servers; name-lookups.ts sets the deadline',
    },
  },
];

function* sourcesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'generated') yield* sourcesOf(path);
    else if (/\.c?ts$/.test(entry.name) && !entry.name.endsWith('.test.ts')) yield path;
  }
}

function* serviceSources(): Generator<string> {
  for (const group of ['apps', 'packages'])
    for (const name of readdirSync(join(ROOT, group)))
      if (!NOT_IN_SERVICE.includes(name)) yield* sourcesOf(join(ROOT, group, name, 'src'));
}

/** Comments may name what the code may not do. */
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

describe('what waits for something outside the process', () => {
  const sources = [...serviceSources()].map((path) => ({
    path: relative(ROOT, path).replaceAll('\\', '/'),
    code: readFileSync(path, 'utf8').replace(COMMENTS, ''),
  }));

  for (const { what, pattern, files } of PLACES)
    it(`is made in its one place: ${what}`, () => {
      const found = sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

      expect(found.toSorted()).to.deep.equal(Object.keys(files).toSorted());
    });
});
