import { isServiceOrCommand } from './places.mjs';
import { keyOf } from './source.mjs';

const CLIENTS = /^(got|axios|undici|stripe|nodemailer|aws4fetch|amqplib|(node:)?dns(\/promises)?)$/;
const SOCKETS = /^(node:)?(https?|net|tls)$/;
const OPENERS = /^(request|get|connect|createConnection|Agent|Socket)$/;

export const outgoing = {
  name: 'outgoing',
  message: 'asks something outside of the deployment: say here how long it may take and how much is read',
  appliesTo: isServiceOrCommand,
  find: ({ globalsNamed, imports, ofType, moduleOf }) => [
    ...globalsNamed('fetch'),
    ...imports.filter((found) => CLIENTS.test(found.module) || importsOpener(found)).map(({ node }) => node),
    ...ofType('MemberExpression').filter(
      (node) => SOCKETS.test(moduleOf(node) ?? '') && OPENERS.test(keyOf(node) ?? ''),
    ),
  ],
  allowed: {
    'apps/api/src/http/issuer-keys.ts#fetchKeys': 'keys of an issuer: a deadline, and MAX_BYTES',
    'apps/cli/src/doctor/diagnose.ts':
      'one name, for `commerce doctor`: a time and a number of tries; DNS has 64 KiB',
    'apps/cli/src/listen/forward.ts':
      'the program on this machine that webhooks are forwarded to: timeoutMs, KEPT_BYTES',
    'apps/cli/src/upgrade/check-beside.ts#checkProcess':
      'the new processes’ health: LOOK_MS; the other side is this release',
    'packages/core/src/mail/mailer.ts#openTransport':
      'SMTP: three timeouts and a deadline, which ends a server that goes on talking',
    'packages/core/src/mail/smtp-problem.ts#findSmtpProblem':
      'a look at the mail server, for commands: the same',
    'packages/core/src/payments/fake-provider.ts#send':
      'calls this service back in development: a deadline, and nothing is read',
    'packages/core/src/payments/stripe-provider.ts': 'Stripe: a timeout for each try, and MAX_ANSWER_BYTES',
    'packages/core/src/s3.ts':
      'pictures and backups in S3: a deadline for each request, and MAX_TEXT_BYTES of a refusal',
    'packages/core/src/vat/vies.ts#createVies': 'VIES: a timeout, and MAX_ANSWER_BYTES',
    'packages/delivery/src/amqp-link.ts':
      'brokers of subscribers: a deadline, and READ_LIMIT_BYTES of the socket',
    'packages/delivery/src/checked-sockets.ts#createAgents':
      'the sockets of deliveries, which http-sender.ts opens and ends',
    'packages/delivery/src/file-fetcher.ts#createFileFetcher':
      'pictures elsewhere: timeoutMs for all of it, and maxBytes',
    'packages/delivery/src/http-sender.ts': 'webhooks: the deadline of an attempt, and READ_LIMIT_BYTES',
    'packages/delivery/src/kafka-socket.ts':
      'brokers of Kafka: the deadline of an attempt ends them, and MAX_FRAME_BYTES of a frame',
    'packages/delivery/src/name-resolver.ts':
      'names of subscribers: a time, tries and a signal; DNS has 64 KiB',
    'packages/delivery/src/proxy-tunnel.ts#createProxyTunnels':
      'the forward proxy: timeoutMs; of its response only the head, which Node limits',
    'packages/delivery/src/aws-request.ts':
      'SQS and EventBridge: only the signature is made here; it is sent as webhooks are',
  },
};

function importsOpener({ module, names }) {
  return SOCKETS.test(module) && Object.values(names).some((name) => OPENERS.test(name));
}
