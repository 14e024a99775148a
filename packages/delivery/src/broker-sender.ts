import { performance } from 'node:perf_hooks';
import type { BrokerUrl, UrlProblem } from './address-guard.ts';
import type { AttemptError } from './attempt-error.ts';
import { ofFamilyFirst } from './checked-sockets.ts';
import {
  type AttemptOutcome,
  type Destination,
  type MessageToQueue,
  NOTHING_SEEN,
  type OutgoingMessage,
  type QueueMessage,
} from './destination.ts';
import { type SenderOptions, startDeadline } from './http-sender.ts';
import { createLinkPool, type LinkSlot, type PooledLink } from './link-pool.ts';
import { createProxyTunnels, type ProxyTunnels } from './proxy-tunnel.ts';
import { type Addresses, askerOf, dnsMsOf, LOOKUP_ERRORS, lookupOf } from './resolve-host.ts';

/** A connection to a broker. */
export interface BrokerLink extends PooledLink {
  /** The address that the socket connected to. */
  address: string | null;
  /** Null: the broker has accepted the message. */
  publish(message: MessageToQueue): Promise<AttemptError | null>;
}

/** The host, addresses and credentials that a link connects with. */
export interface LinkTarget {
  broker: BrokerUrl;
  /** The addresses of the broker that may be connected to. */
  addresses: Addresses;
  queue: QueueMessage;
  tenantId: string;
  guard: SenderOptions['guard'];
  /** The deadline of the connection, TLS and the handshake together. */
  timeoutMs: number;
  certificateAuthority?: string | undefined;
  /** The address of this machine that the connection comes from. */
  localAddress: string | undefined;
  tunnels: ProxyTunnels | undefined;
}

interface BrokerClient {
  readUrl(text: string, allowInsecure: boolean): BrokerUrl | UrlProblem;
  /** Rejects with a `LinkError`. */
  openLink(target: LinkTarget): Promise<BrokerLink>;
}

type Phases = AttemptOutcome['phases'];

/** The link could not be opened. */
export class LinkError extends Error {
  constructor(readonly reason: AttemptError) {
    super(reason);
  }
}

/**
 * Sends to brokers of one protocol: a connection for each subscription, checked and limited as requests are. A message has
 * succeeded when the broker confirms that it stores it.
 */
export function createBrokerSender(options: SenderOptions, client: BrokerClient): Destination {
  const { guard, timeoutMs, allowInsecure, certificateAuthority, proxyUrl } = options;
  const localAddress = options.sourceAddress;
  const tunnels = proxyUrl
    ? createProxyTunnels({ url: new URL(proxyUrl), timeoutMs, localAddress })
    : undefined;
  const links = createLinkPool<BrokerLink>();

  async function send(message: OutgoingMessage): Promise<AttemptOutcome> {
    const broker = client.readUrl(message.url, allowInsecure);
    if ('code' in broker) return outcomeOf(broker.code === 'insecure_url' ? 'insecure url' : 'invalid url');
    const { tenantId } = message;
    // The name is looked up at every attempt, even when a connection is open: one that has begun to point to a private address
    // gets nothing.
    const resolution = await guard.resolve(broker.hostname, askerOf(tenantId, timeoutMs));
    const { lookupMs } = resolution;
    const phases: Phases = { ...NOTHING_SEEN.phases, dnsMs: dnsMsOf(resolution) };
    if (!resolution.ok) return outcomeOf(LOOKUP_ERRORS[resolution.reason], { durationMs: lookupMs, phases });

    const startedAt = performance.now() - lookupMs;
    const deadline = startDeadline(timeoutMs - lookupMs);
    const addresses = ofFamilyFirst(localAddress, resolution.addresses);
    const queue = message.queue as QueueMessage;
    const { subscriptionId, settings, secret } = queue;
    const { checked } = lookupOf(addresses);
    const key = JSON.stringify([tenantId, subscriptionId, message.url, settings, secret, checked]);
    const slot = links.acquire(key, () =>
      client.openLink({
        ...{ broker, addresses, queue, tenantId, guard },
        ...{ timeoutMs, certificateAuthority, localAddress, tunnels },
      }),
    );
    const error = await Promise.race([publish(slot, { ...message, queue }, phases), deadline.expired]);
    deadline.clear();
    if (error === 'timeout') slot.isRetired = true;
    links.release(slot);
    return outcomeOf(error, {
      durationMs: Math.round(performance.now() - startedAt),
      // The socket of a tunnel is the proxy's.
      resolvedAddress: (tunnels ? null : slot.link?.address) ?? addresses[0].address,
      phases,
    });
  }

  return {
    send,
    close() {
      links.close();
      tunnels?.close();
    },
  };
}

/** Never rejects. */
async function publish(
  slot: LinkSlot<BrokerLink>,
  message: MessageToQueue,
  phases: Phases,
): Promise<AttemptError | null> {
  const isNew = !slot.link;
  const startedAt = performance.now();
  try {
    const link = await slot.opening;
    const openAt = performance.now();
    if (isNew) phases.connectMs = Math.round(openAt - startedAt);
    const error = await link.publish(message);
    phases.firstByteMs = Math.round(performance.now() - openAt);
    return error;
  } catch (error) {
    return error instanceof LinkError ? error.reason : 'network error';
  }
}

function outcomeOf(error: AttemptError | null, seen: Partial<AttemptOutcome> = {}): AttemptOutcome {
  return { ...NOTHING_SEEN, durationMs: 0, ...seen, ok: error === null, error };
}
