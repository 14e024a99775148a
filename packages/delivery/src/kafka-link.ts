import type { Socket } from 'node:net';
import { type AuthenticationProviderArgs, Kafka, type KafkaConfig, Partitioners } from 'kafkajs';
import { type AttemptError, errorOfCode } from './attempt-error.ts';
import { type BrokerLink, LinkError, type LinkTarget } from './broker-sender.ts';
import type { KafkaSettings, QueueMessage } from './destination.ts';
import { lazySocket, openKafkaSocket } from './kafka-socket.ts';
import { authenticateByScram } from './scram.ts';

type KafkaMessage = QueueMessage & { settings: KafkaSettings };

/** Connections of one link: to the first broker, and to those that lead partitions. */
const MAX_SOCKETS = 50;

const ALL_REPLICAS = -1;

/** Rejects with a `LinkError`. */
export async function openKafkaLink(target: LinkTarget): Promise<BrokerLink> {
  const { broker, timeoutMs } = target;
  const sockets = new Set<ReturnType<typeof lazySocket>>();
  let address: string | null = null;
  let isOpen = true;
  /** The error that the client hides in its own errors. */
  let failure: AttemptError | undefined;

  function connect({ host, port, onConnect }: { host: string; port: number; onConnect(): void }) {
    const socket = lazySocket(
      (signal) => (sockets.size > MAX_SOCKETS ? refuse() : openKafkaSocket(target, { host, port, signal })),
      (opened) => {
        address ??= opened.remoteAddress ?? null;
        onConnect();
      },
    );
    sockets.add(socket);
    socket.once('error', (error) => {
      failure ??= errorOfSocket(error);
    });
    socket.once('close', () => {
      sockets.delete(socket);
      // Messages of other deliveries that are under way still finish there; the next message uses a new link.
      isOpen = false;
    });
    // The client uses only those members of a socket that any stream has.
    return socket as unknown as Socket;
  }

  const kafka = new Kafka({
    clientId: 'commerce-service',
    brokers: [`${broker.hostname}:${broker.port}`],
    sasl: saslOf(target.queue as KafkaMessage),
    socketFactory: connect,
    connectionTimeout: timeoutMs,
    authenticationTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    // The retry table tries again.
    retry: { retries: 0 },
    logCreator: () => () => {},
  });
  const producer = kafka.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });

  function close(): void {
    isOpen = false;
    for (const socket of sockets) socket.destroy(new LinkError('connection reset'));
    producer.disconnect().catch(() => {});
  }

  /** After a failure the client may hold outdated data, such as which broker leads a partition. */
  function failed(error: unknown): AttemptError {
    const reason = reasonOf(error, failure);
    close();
    return reason;
  }

  await producer.connect().catch((error) => {
    throw new LinkError(failed(error));
  });

  return {
    get address() {
      return address;
    },
    isOpen: () => isOpen,
    async publish({ queue, body, headers }) {
      const { resourceId, settings } = queue as KafkaMessage;
      const messages = [{ key: resourceId, value: body, headers }];
      const sent = producer.send({
        topic: settings.topic,
        messages,
        acks: ALL_REPLICAS,
        timeout: timeoutMs,
      });
      return sent.then(() => null, failed);
    },
    close,
  };
}

function refuse(): never {
  throw new LinkError('invalid response');
}

function saslOf({ settings, secret: password }: KafkaMessage): NonNullable<KafkaConfig['sasl']> {
  const { mechanism, username } = settings;
  if (mechanism === 'plain') return { mechanism, username, password };
  const hash = mechanism === 'scram-sha-256' ? 'sha256' : 'sha512';
  return {
    mechanism,
    authenticationProvider: ({ saslAuthenticate }) => ({
      authenticate: () =>
        authenticateByScram({ username, password, hash }, (message) => say(saslAuthenticate, message)),
    }),
  };
}

/** One message of a login, and the response. */
async function say(
  saslAuthenticate: AuthenticationProviderArgs['saslAuthenticate'],
  message: string,
): Promise<string> {
  const response = await saslAuthenticate({
    request: { encode: () => withLength(message) },
    response: { decode: (bytes) => bytes.subarray(4), parse: (bytes) => bytes.toString() },
  });
  return response ?? '';
}

/** Prefixes a message with its length, as the client expects the bytes of a login. */
function withLength(message: string): Buffer {
  const bytes = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function errorOfSocket(error: NodeJS.ErrnoException): AttemptError {
  return error instanceof LinkError ? error.reason : errorOfCode(error.code ?? '');
}

interface Failure {
  name?: string;
  /** The name of an error of the protocol. */
  type?: string;
  cause?: unknown;
}

const ERROR_BY_TYPE: Readonly<Record<string, AttemptError>> = {
  UNKNOWN_TOPIC_OR_PARTITION: 'topic not found',
  INVALID_TOPIC_EXCEPTION: 'topic not found',
  MESSAGE_TOO_LARGE: 'message too large',
  RECORD_LIST_TOO_LARGE: 'message too large',
  TOPIC_AUTHORIZATION_FAILED: 'access refused',
  CLUSTER_AUTHORIZATION_FAILED: 'access refused',
  SASL_AUTHENTICATION_FAILED: 'access refused',
  ILLEGAL_SASL_STATE: 'access refused',
  UNSUPPORTED_SASL_MECHANISM: 'access refused',
  REQUEST_TIMED_OUT: 'timeout',
};

const ERROR_BY_NAME: Readonly<Record<string, AttemptError>> = {
  KafkaJSSASLAuthenticationError: 'access refused',
  KafkaJSRequestTimeoutError: 'timeout',
  KafkaJSConnectionError: 'connection reset',
  KafkaJSConnectionClosedError: 'connection reset',
};

/**
 * Finds the reason in an error that the client has wrapped several times. A broker's reason comes first, then that of a socket.
 */
function reasonOf(error: unknown, ofSocket: AttemptError | undefined): AttemptError {
  const causes: Failure[] = [];
  for (let each = error as Failure | undefined; each && causes.length < 8; each = each.cause as Failure)
    causes.push(each);
  const said = causes.find(({ type }) => typeof type === 'string')?.type;
  if (said !== undefined) return ERROR_BY_TYPE[said] ?? 'message refused';
  const ofLogin = causes.find((each) => each instanceof LinkError);
  if (ofLogin) return (ofLogin as LinkError).reason;
  const names = causes.map(({ name = '' }) => ERROR_BY_NAME[name]);
  if (names.includes('access refused')) return 'access refused';
  return ofSocket ?? names.find((each) => each !== undefined) ?? 'invalid response';
}
