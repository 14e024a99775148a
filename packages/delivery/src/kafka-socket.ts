import { connect as netConnect, type Socket } from 'node:net';
import { type Duplex, duplexPair, pipeline, Transform } from 'node:stream';
import tls from 'node:tls';
import { LinkError, type LinkTarget } from './broker-sender.ts';
import { openTunnel, tlsOptions } from './broker-socket.ts';
import { ofFamilyFirst } from './checked-sockets.ts';
import { type Addresses, askerOf, LOOKUP_ERRORS, lookupOf } from './resolve-host.ts';

/** The limit of a response: to a producer it has some hundred bytes, metadata of one topic some kilobytes. */
const MAX_FRAME_BYTES = 1024 * 1024;
const MIN_FRAME_BYTES = 4;

/**
 * Opens the connection to one broker of a cluster; resolves once it is connected, with TLS if the URL requires it. `signal` ends
 * it in any state: a broker may be silent in the handshake for ever.
 */
export async function openKafkaSocket(
  target: LinkTarget,
  { host, port, signal }: { host: string; port: number; signal: AbortSignal },
): Promise<Socket> {
  const { broker, localAddress } = target;
  const lookup = lookupOf(await resolve(target, host));
  const tunnel = await openTunnel(target, { port, lookup, signal });
  const options = { host, port, lookup, noDelay: true, ...(localAddress ? { localAddress } : {}) };
  const socket = broker.isTls
    ? tls.connect({ ...(tunnel ? { socket: tunnel } : options), ...tlsOptions(target, host) })
    : netConnect(options);
  signal.addEventListener('abort', () => socket.destroy());
  if (signal.aborted) socket.destroy();
  return new Promise((opened, failed) => {
    socket.once('error', failed);
    socket.once('close', () => failed(new LinkError('connection reset')));
    socket.once(broker.isTls ? 'secureConnect' : 'connect', () => opened(socket));
  });
}

/** A cluster names its brokers itself: the guard checks each of them like the first one. */
async function resolve(target: LinkTarget, host: string): Promise<Addresses> {
  const { broker, addresses, guard, tenantId, timeoutMs, localAddress } = target;
  if (host === broker.hostname) return addresses;
  const resolution = await guard.resolve(host, askerOf(tenantId, timeoutMs));
  if (!resolution.ok) throw new LinkError(LOOKUP_ERRORS[resolution.reason]);
  return ofFamilyFirst(localAddress, resolution.addresses);
}

/**
 * Returns a socket for the client at once, while it is still being opened. The bytes that arrive are cut into frames first: the
 * client believes any length that a broker sends, and an impossible one ends the process. It also reads on after a response that
 * it didn't request, so exactly one response is passed on for each request.
 */
export function lazySocket(
  open: (signal: AbortSignal) => Promise<Socket>,
  onOpen: (socket: Socket) => void,
): Duplex {
  const [near, far] = duplexPair();
  const life = new AbortController();
  near.once('close', () => life.abort());
  open(life.signal).then(
    (socket) => {
      if (near.destroyed) return;
      let expected = 0;
      const asked = checkFrames(() => {
        expected += 1;
        return true;
      });
      const answered = checkFrames(() => {
        expected -= 1;
        return expected >= 0;
      });
      pipeline(far, asked, socket, answered, far, (error) => near.destroy(error ?? undefined));
      onOpen(socket);
    },
    (error: Error) => near.destroy(error),
  );
  // The client calls it when it disconnects.
  return Object.assign(near, { unref: () => near });
}

/**
 * Passes on frames of a sensible length: four bytes that hold the length, then that many bytes. `isExpected` is called at the
 * beginning of each.
 */
function checkFrames(isExpected: () => boolean): Transform {
  let header = Buffer.alloc(0);
  let left = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      while (rest.length > 0) {
        const taken = left > 0 ? Math.min(left, rest.length) : Math.min(4 - header.length, rest.length);
        if (left > 0) left -= taken;
        else header = Buffer.concat([header, rest.subarray(0, taken)]);
        rest = rest.subarray(taken);
        if (header.length < 4) continue;
        left = header.readInt32BE();
        header = Buffer.alloc(0);
        if (left < MIN_FRAME_BYTES || left > MAX_FRAME_BYTES || !isExpected()) {
          done(new LinkError('invalid response'));
          return;
        }
      }
      done(null, chunk);
    },
  });
}
