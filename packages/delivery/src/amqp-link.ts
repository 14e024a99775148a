import type { Socket } from 'node:net';
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import { type AttemptError, errorOfCode } from './attempt-error.ts';
import { type BrokerLink, LinkError, type LinkTarget } from './broker-sender.ts';
import { openTunnel, tlsOptions } from './broker-socket.ts';
import type { AmqpSettings, QueueMessage } from './destination.ts';
import { type CheckedLookup, lookupOf } from './resolve-host.ts';

type AmqpMessage = QueueMessage & { settings: AmqpSettings };

/** Limits what a broker may send unasked; a message that it returns comes back whole. */
const READ_LIMIT_BYTES = 1024 * 1024;
const FRAME_LIMIT_BYTES = 256 * 1024;

const LEAVE_MS = 1000;

/** Rejects with a `LinkError`. */
export async function openLink(options: LinkTarget): Promise<BrokerLink> {
  const { broker, queue, timeoutMs } = options;
  const { settings, secret: password } = queue as AmqpMessage;
  const { username } = settings;
  const { hostname, port, isTls, vhost } = broker;
  const life = new AbortController();
  const deadline = setTimeout(() => life.abort(), timeoutMs);
  const login = { username, password, vhost: encodeURIComponent(vhost) };
  const limits = { maxFrameSize: FRAME_LIMIT_BYTES, heartbeat: 0 };
  try {
    const protocol = isTls ? 'amqps' : 'amqp';
    const { signal } = life;
    const lookup = lookupOf(options.addresses);
    const tunnel = await openTunnel(options, { port, lookup, signal });
    const model = await connect(
      { protocol, hostname, port, ...login, ...limits },
      { ...socketOptions(options, { lookup, signal }), ...(tunnel ? { socket: tunnel } : {}) },
    );
    // Errors that follow the first one must not end the process.
    model.on('error', () => {});
    const { stream: socket } = model.connection as unknown as { stream: Socket };
    return createLink(socket, model, await model.createConfirmChannel());
  } catch (error) {
    life.abort();
    throw error instanceof LinkError ? error : new LinkError(errorOfOpening(error as Failure));
  } finally {
    clearTimeout(deadline);
  }
}

/** `signal` ends the socket in any state. */
function socketOptions(target: LinkTarget, way: { lookup: CheckedLookup; signal: AbortSignal }) {
  const { broker, localAddress } = target;
  return {
    ...way,
    noDelay: true,
    ...(localAddress === undefined ? {} : { localAddress }),
    ...tlsOptions(target, broker.hostname),
    clientProperties: { connection_name: 'commerce-service' },
  };
}

function createLink(socket: Socket, model: ChannelModel, channel: ConfirmChannel): BrokerLink {
  const underWay = new Map<string, (error: AttemptError | null) => void>();
  const returned = new Set<string>();
  let isOpen = true;

  function settle(id: string, error: AttemptError | null): void {
    underWay.get(id)?.(error);
    underWay.delete(id);
    returned.delete(id);
  }

  /** All messages are of one subscription, so an error that closes the channel applies to each of them. */
  function end(error: AttemptError): void {
    isOpen = false;
    for (const id of [...underWay.keys()]) settle(id, error);
    socket.destroy();
  }

  channel.on('error', (error) => end(errorOfChannel(error)));
  channel.on('close', () => end('connection reset'));
  model.on('error', (error) => end(errorOfChannel(error)));
  model.on('close', () => end('connection reset'));
  // A message that is returned comes before its confirm.
  channel.on('return', ({ properties }) => returned.add(String(properties.messageId)));
  socket.on('readable', () => {
    if (socket.bytesRead > READ_LIMIT_BYTES + 2 * socket.bytesWritten) end('invalid response');
  });

  return {
    address: socket.remoteAddress ?? null,
    isOpen: () => isOpen,
    publish: ({ queue, body, headers }) =>
      new Promise((resolve) => {
        const { deliveryId: id, event, settings } = queue as AmqpMessage;
        const { exchange, routingKey } = settings;
        underWay.set(id, resolve);
        const options = {
          mandatory: true,
          persistent: true,
          messageId: id,
          type: event,
          contentType: 'application/json',
          headers,
        };
        try {
          channel.publish(exchange, routingKey ?? event, body, options, (nacked) =>
            settle(id, nacked ? errorOfNack(nacked) : returned.has(id) ? 'message returned' : null),
          );
        } catch {
          settle(id, 'connection reset');
        }
      }),
    close() {
      isOpen = false;
      const leave = setTimeout(() => socket.destroy(), LEAVE_MS);
      model
        .close()
        .catch(() => undefined)
        .finally(() => {
          clearTimeout(leave);
          socket.destroy();
        });
    },
  };
}

interface Failure extends Error {
  /** A reply code of AMQP, or the error of the socket. */
  code?: number | string;
}

function errorOfOpening({ code, message }: Failure): AttemptError {
  if (code === 'ABORT_ERR') return 'timeout';
  if (typeof code === 'string') return errorOfCode(code);
  if (/\b(403|530)\b/.test(message)) return 'access refused';
  return message.startsWith('Socket closed') ? 'connection reset' : 'invalid response';
}

const ERROR_BY_REPLY: Readonly<Record<number, AttemptError>> = {
  320: 'connection reset',
  403: 'access refused',
  404: 'exchange not found',
};

function errorOfChannel({ code, message }: Failure): AttemptError {
  if (typeof code === 'string') return errorOfCode(code);
  if (code !== undefined) return ERROR_BY_REPLY[code] ?? 'message refused';
  return message === 'Unexpected close' ? 'connection reset' : 'invalid response';
}

/** Also the result of messages that were under way when the channel was closed. */
function errorOfNack({ message }: Error): AttemptError {
  return message === 'message nacked' ? 'message refused' : 'connection reset';
}
