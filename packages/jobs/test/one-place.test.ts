import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What runs in the API and the worker. The others are commands and development tools, or run in another program. */
const NOT_IN_SERVICE = [
  'bench',
  'cli',
  'client-js',
  'console',
  'dev',
  'module-sdk',
  'storefront',
  'testing',
  'theme-sdk',
];

/** Where each thing that waits may be made, and why there. Whatever is missing here belongs into one of these places. */
const PLACES: { what: string; pattern: RegExp; files: Record<string, string> }[] = [
  {
    what: 'a timer',
    pattern: /\bsetInterval\b|(?<!\.)\bsetTimeout\b/,
    files: {
      'apps/api/src/supervise.ts':
        'ends processes that outlast the shutdown, once, and waits before it replaces one',
      'apps/api/src/http/drain.ts': 'waits once, before a stop, until load balancers have noticed',
      'apps/api/src/http/http-server.ts': 'cuts connections that outlast the shutdown, once',
      'apps/api/src/http/turns.ts': 'lets requests of stores that wait begin, a hundred times a second',
      'packages/core/src/payments/fake-provider.ts': 'plays a slow provider in development',
      'packages/core/src/pictures/resizer.ts':
        'ends the process that decodes, once nobody has used it for a while',
      'packages/core/src/search/rebuild.ts': 'a command waits until workers have told the engine their part',
      'packages/core/src/webhooks/test-subscription.ts':
        'looks for the outcome of a test, under a deadline of its own',
      'packages/db/src/connection.ts': 'the deadline of a query: it destroys the connection',
      'packages/db/src/migrate.ts': 'waits for its turn, asking without holding a snapshot',
      'packages/db/src/replica-health.ts': 'gives a replica two seconds to catch up, for `commerce doctor`',
      'packages/db/src/replica.ts': 'waits for a replica that is behind, for 50 ms at most',
      'packages/db/src/transaction-pool.ts': 'the deadline of a transaction: it destroys the connection',
      'packages/db/src/watch-schema.ts': 'looks for migrations from time to time, one look at a time',
      'packages/delivery/src/amqp-link.ts': 'the deadline of a connection to a broker, and of its farewell',
      'packages/delivery/src/amqp-sender.ts': 'ends a connection that nobody has used for a while',
      'packages/delivery/src/credentials/access-tokens.ts':
        'waits for a token that another worker fetches, for a limited time',
      'packages/delivery/src/delivery-queue.ts':
        'waits for an attempt that is ending, a limited number of times',
      'packages/delivery/src/endpoint-health.ts':
        'tries once more what could not be recorded; armed only while something waits',
      'packages/delivery/src/engine.ts': 'waits once for rows that another transaction holds',
      'packages/delivery/src/http-sender.ts': 'the deadline of an attempt',
      'packages/delivery/src/log-signals.ts':
        'tells of new rows a few times a second; armed only while there are some',
      'packages/delivery/src/outcome-counts.ts': 'writes counts together; armed only while some wait',
      'packages/delivery/src/proxy-tunnel.ts': 'the deadline of a tunnel that is being opened',
      'packages/delivery/src/pull-waits.ts': 'ends the wait of a claim',
      'packages/delivery/src/overflow.ts':
        'looks again at held rows; armed only while something waits; lets claims gather for some milliseconds',
      'packages/jobs/src/primitives/batcher.ts': 'lets a group gather for some milliseconds',
      'packages/jobs/src/primitives/deadline.ts': 'the primitive',
      'packages/jobs/src/primitives/loop.ts': 'the primitive',
    },
  },
  {
    what: 'JSON that isn’t counted before it is made (parseBoundedJson)',
    pattern: /\bJSON\.parse\(/,
    files: {
      'apps/api/src/http/serialize.ts': 'a copy of a schema of ours',
      'packages/config/src/part-options.ts': 'a file of whoever runs the service',
      'packages/contract/src/events.ts': 'a copy of a schema of ours',
      'packages/contract/src/openapi.ts': 'copies of the document of ours',
      'packages/contract/src/openapi/named-schemas.ts': 'a schema of ours',
      'packages/core/src/catalog/import/process-batches.ts': 'a row that was counted when its file came',
      'packages/core/src/idempotency/run-once.ts': 'a response of ours that is kept',
      'packages/core/src/payments/erase-payments.ts': 'an event that was counted when it came',
      'packages/core/src/privacy/process-erasures.ts': 'what the erasure itself has written',
      'packages/core/src/webhooks/custom-headers.ts': 'headers that were counted when they came',
      'packages/core/src/webhooks/endpoint-auth.ts': 'credentials that were counted when they came',
      'packages/db/src/backup/read-backup.ts': 'a line of a backup, read by a command of its own',
      'packages/delivery/src/credentials/send-authorized.ts': 'credentials that were counted when they came',
      'packages/delivery/src/sign-delivery.ts': 'headers that were counted when they came',
      'packages/jobs/src/primitives/bounded-json.ts': 'the primitive',
    },
  },
  {
    what: 'a connection of Redis or BullMQ',
    pattern: /\bnew (Redis|Cluster|Queue|Worker|QueueEvents|FlowProducer)\b/,
    files: {
      'packages/jobs/src/open-redis.ts': 'every connection, with the deadlines that its caller names',
      'packages/jobs/src/open-queue.ts': 'the producer',
      'packages/jobs/src/worker.ts': 'the consumer',
    },
  },
  {
    what: 'a connection of PostgreSQL',
    pattern:
      /\bnew (pg\.)?(Pool|Client)\b|\bextends pg\.(Pool|Client)\b|\bnew (PrismaPg|PrismaClient)\b|(?<!function )\bcreateClient\(/,
    files: {
      'packages/db/src/listener.ts': 'one that hears notifications, with deadlines of its own',
      'packages/db/src/open.ts': 'Prisma on the pool',
      'packages/db/src/owner.ts': 'one connection of the owner, for migrations and backups',
      'packages/db/src/replica.ts': 'one connection that asks a replica how far it is, with a deadline',
      'packages/db/src/runtime-login.ts': 'one connection that tries a login',
      'packages/db/src/servers.ts':
        'the driver’s client, and one that asks several servers first, with a deadline',
      'packages/db/src/transaction-pool.ts': 'the pool',
      'packages/jobs/src/connection.ts': 'BullMQ on PostgreSQL, for a machine without Redis',
      'packages/jobs/src/postgres-queue.ts': 'one look at its tables, with a deadline',
    },
  },
];

/** What leads out of the deployment, of the service and of its commands. */
const OUTGOING =
  /\b(from |import\()'(got|axios|undici|stripe|nodemailer|aws4fetch|amqplib|node:dns(\/promises)?)'|(?<!\.)\bfetch\(|\bhttps?\.(request|get)\(|\b(http|https)Request\b|\bnew https?\.Agent\b|\b(net|tls)\.(connect|createConnection)\(|\bnew (net\.)?Socket\(/;

/** Where each is made, and what must stand there: how it ends in time, and how much of a response it reads. */
const CLIENTS: Record<string, { what: string; deadline: RegExp; limit: RegExp | { none: string } }> = {
  'apps/api/src/http/issuer-keys.ts': {
    what: 'keys of an issuer',
    deadline: /createKeptValue\(\{[^)]*deadlineMs: DEADLINE_MS,[\s\S]*fetch\(url, \{ signal \}\)/,
    limit: /readText\(response, MAX_BYTES\)/,
  },
  'packages/core/src/mail/mailer.ts': {
    what: 'SMTP',
    deadline:
      /connectionTimeout: TIMEOUT_MS,\s+greetingTimeout: TIMEOUT_MS,\s+socketTimeout: TIMEOUT_MS[\s\S]*AbortSignal\.timeout\(deadlineMs\)/,
    limit: { none: 'nodemailer has none; the deadline ends a server that goes on talking' },
  },
  'packages/core/src/mail/smtp-problem.ts': {
    what: 'a look at the mail server, for commands',
    deadline: /withDeadline\(\(\) => transport\.verify\(\), DEADLINE_MS,/,
    limit: { none: 'as above' },
  },
  'packages/core/src/payments/fake-provider.ts': {
    what: 'calls this service back in development',
    deadline: /AbortSignal\.timeout\(CALLBACK_TIMEOUT_MS\)/,
    limit: /response\.body\?\.cancel\(\)/,
  },
  'packages/core/src/payments/stripe-provider.ts': {
    what: 'Stripe',
    deadline: /timeout: TIMEOUT_MS,\s+maxNetworkRetries: RETRIES/,
    limit: /readText\(response, MAX_ANSWER_BYTES\)/,
  },
  'packages/core/src/pictures/s3-store.ts': {
    what: 'pictures in S3',
    deadline: /signal: AbortSignal\.timeout\(DEADLINE_MS\)/,
    limit: /size > MAX_BYTES\) throw[\s\S]*/,
  },
  'packages/core/src/vat/vies.ts': {
    what: 'VIES',
    deadline: /timeout: \{ request: timeoutMs \}/,
    limit: /transferred > MAX_ANSWER_BYTES\) request\.cancel\(\)/,
  },
  'packages/delivery/src/amqp-link.ts': {
    what: 'brokers of subscribers',
    deadline: /setTimeout\(\(\) => life\.abort\(\), timeoutMs\)[\s\S]*socketOptions\(options, life\.signal\)/,
    limit: /socket\.bytesRead > READ_LIMIT_BYTES[\s\S]*end\('invalid response'\)/,
  },
  'packages/delivery/src/sqs-sender.ts': {
    what: 'SQS: only the signature is made here',
    deadline: /http\.send\(\{ tenantId, url, body: Buffer\.from\(content\), headers \}\)/,
    limit: { none: 'it is sent as webhooks are' },
  },
  'packages/delivery/src/http-sender.ts': {
    what: 'webhooks',
    deadline: /startDeadline\(timeoutMs - lookupMs\)/,
    limit: /answer\.size >= READ_LIMIT_BYTES\) resolve\(/,
  },
  'packages/delivery/src/file-fetcher.ts': {
    what: 'pictures elsewhere',
    deadline: /addAbortSignal\(signal, response\)[\s\S]*AbortSignal\.timeout\(timeoutMs\)/,
    limit: /size > maxBytes\)\s+return/,
  },
  'packages/delivery/src/checked-sockets.ts': {
    what: 'the sockets of deliveries, which http-sender.ts opens and ends',
    deadline: /timeout: 4000/,
    limit: { none: 'as there' },
  },
  'packages/delivery/src/proxy-tunnel.ts': {
    what: 'the forward proxy of deliveries',
    deadline: /setTimeout\(\s+\(\) => asked\.destroy\([^;]*timeoutMs,\s+\)/,
    limit: { none: 'nothing is read of a response to CONNECT but its head, which Node limits' },
  },
  'packages/delivery/src/name-resolver.ts': {
    what: 'names of subscribers, and proofs of hosts',
    deadline: /new Resolver\(\{ timeout: TRY_MS, tries: TRIES \}\)[\s\S]*resolver\.cancel\(\)/,
    limit: { none: 'a response of DNS has at most 64 KiB' },
  },
  'apps/cli/src/doctor/diagnose.ts': {
    what: 'one name, for `commerce doctor`',
    deadline: /new Resolver\(\{ timeout: DNS_TRY_MS, tries: 2 \}\)/,
    limit: { none: 'a response of DNS has at most 64 KiB' },
  },
  'apps/cli/src/listen/forward.ts': {
    what: 'the program on this machine that webhooks are forwarded to',
    deadline: /AbortSignal\.timeout\(timeoutMs\)/,
    limit: /\.slice\(0, KEPT_BYTES\)/,
  },
  'apps/cli/src/s3.ts': {
    what: 'a backup in S3',
    deadline: /init\.method === 'GET' \? \{\} : \{ signal: AbortSignal\.timeout\(PART_DEADLINE_MS\) \}/,
    limit: /readText\(response, MAX_SAID_BYTES\)/,
  },
  'apps/cli/src/upgrade/check-beside.ts': {
    what: 'the new processes’ health',
    deadline: /AbortSignal\.timeout\(LOOK_MS\)/,
    limit: { none: 'the other side is this release' },
  },
};

function* sourcesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'generated') yield* sourcesOf(path);
    else if (/\.c?ts$/.test(entry.name) && !entry.name.endsWith('.test.ts')) yield path;
  }
}

function serviceFolders(): string[] {
  return ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .filter((name) => !NOT_IN_SERVICE.includes(name))
      .map((name) => join(ROOT, group, name, 'src')),
  );
}

/** Comments may name what the code may not do. */
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const readSources = (folders: readonly string[]) =>
  folders
    .flatMap((folder) => [...sourcesOf(folder)])
    .map((path) => ({
      path: relative(ROOT, path).replaceAll('\\', '/'),
      code: readFileSync(path, 'utf8').replace(COMMENTS, ''),
    }));

describe('what waits for something outside the process', () => {
  const sources = readSources(serviceFolders());

  for (const { what, pattern, files } of PLACES)
    it(`is made in its one place: ${what}`, () => {
      const found = sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

      expect(found.toSorted()).to.deep.equal(Object.keys(files).toSorted());
    });
});

describe('a client of something outside the deployment', () => {
  const sources = readSources([...serviceFolders(), join(ROOT, 'apps/cli/src')]);
  const codeOf = (file: string) => sources.find(({ path }) => path === file)?.code ?? '';

  it('is made where its deadline and its limit are known', () => {
    const found = sources.filter(({ code }) => OUTGOING.test(code)).map(({ path }) => path);

    expect(found.toSorted()).to.deep.equal(Object.keys(CLIENTS).toSorted());
  });

  for (const [file, { what, deadline, limit }] of Object.entries(CLIENTS))
    it(`has a deadline, and reads so much and no more: ${what}`, () => {
      expect(codeOf(file)).to.match(deadline);
      if (limit instanceof RegExp) expect(codeOf(file)).to.match(limit);
      else expect(limit.none).not.to.equal('');
    });
});
