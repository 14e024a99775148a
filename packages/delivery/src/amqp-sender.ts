import { performance } from 'node:perf_hooks';
import { type BrokerUrl, readBrokerUrl } from './address-guard.ts';
import { type Link, LinkError, type LinkOptions, openLink } from './amqp-link.ts';
import type { AttemptError } from './attempt-error.ts';
import { ofFamilyFirst } from './checked-sockets.ts';
import {
  type AmqpSettings,
  type AttemptOutcome,
  type Destination,
  NOTHING_SEEN,
  type OutgoingMessage,
  type QueueMessage,
} from './destination.ts';
import { type SenderOptions, startDeadline } from './http-sender.ts';
import { createProxyTunnels } from './proxy-tunnel.ts';
import { type Addresses, askerOf, dnsMsOf, LOOKUP_ERRORS, lookupOf } from './resolve-host.ts';

/** A connection that nobody uses is kept for so long, and no more than so many of them. */
const IDLE_MS = 15_000;
const MAX_IDLE = 50;

/** The link of one subscription. Each has its own, so that what one broker does no other subscription feels. */
interface Place {
  key: string;
  opening: Promise<Link>;
  /** Undefined until it is open. */
  link?: Link;
  users: number;
  /** It failed, or kept a message waiting too long: further ones go over a new one. */
  isRetired: boolean;
  idle?: NodeJS.Timeout;
}

type Phases = AttemptOutcome['phases'];

/**
 * One message to RabbitMQ, or to another broker that speaks AMQP 0-9-1. It has succeeded when the broker confirms that it is in
 * a queue; what it returns, refuses or doesn't confirm in time has failed. No more connections are in use than there are
 * subscriptions with something under way.
 */
export function createAmqpSender(options: SenderOptions): Destination {
  const {
    guard,
    timeoutMs,
    allowInsecure,
    certificateAuthority,
    proxyUrl,
    sourceAddress: localAddress,
  } = options;
  const tunnels = proxyUrl
    ? createProxyTunnels({ url: new URL(proxyUrl), timeoutMs, localAddress })
    : undefined;
  const places = new Map<string, Place>();

  async function send(message: OutgoingMessage): Promise<AttemptOutcome> {
    const broker = readBrokerUrl(message.url, allowInsecure);
    if ('code' in broker) return outcomeOf(broker.code === 'insecure_url' ? 'insecure url' : 'invalid url');
    // Asked at every attempt, also when a connection is open: a name that has begun to point inwards gets nothing.
    const resolution = await guard.resolve(broker.hostname, askerOf(message.tenantId, timeoutMs));
    const { lookupMs } = resolution;
    const phases: Phases = { ...NOTHING_SEEN.phases, dnsMs: dnsMsOf(resolution) };
    if (!resolution.ok) return outcomeOf(LOOKUP_ERRORS[resolution.reason], { durationMs: lookupMs, phases });

    const startedAt = performance.now() - lookupMs;
    const deadline = startDeadline(timeoutMs - lookupMs);
    const addresses = ofFamilyFirst(localAddress, resolution.addresses);
    const place = enter(message, broker, addresses);
    const error = await Promise.race([publish(place, message, phases), deadline.expired]);
    deadline.clear();
    if (error === 'timeout') place.isRetired = true;
    leave(place);
    return outcomeOf(error, {
      durationMs: Math.round(performance.now() - startedAt),
      // The socket of a tunnel is the proxy's.
      resolvedAddress: (tunnels ? null : place.link?.address) ?? addresses[0].address,
      phases,
    });
  }

  function enter({ tenantId, queue, url }: OutgoingMessage, broker: BrokerUrl, addresses: Addresses): Place {
    const { subscriptionId, settings, secret: password } = queue as AmqpMessageTo;
    const { username } = settings;
    const { checked } = lookupOf(addresses);
    const key = JSON.stringify([tenantId, subscriptionId, url, username, password, checked]);
    const known = places.get(key);
    const isUsable = known && known.link?.isOpen() !== false;
    const place = isUsable ? known : open(key, { broker, username, password, addresses });
    clearTimeout(place.idle);
    place.users += 1;
    return place;
  }

  function open(key: string, to: Pick<LinkOptions, 'broker' | 'username' | 'password' | 'addresses'>): Place {
    const place: Place = {
      key,
      opening: openLink({ ...to, timeoutMs, certificateAuthority, localAddress, tunnels }),
      users: 0,
      isRetired: false,
    };
    place.opening.then(
      (link) => {
        place.link = link;
      },
      () => {
        place.isRetired = true;
      },
    );
    places.set(key, place);
    return place;
  }

  function leave(place: Place): void {
    place.users -= 1;
    if (place.link?.isOpen() === false) place.isRetired = true;
    if (place.isRetired && places.get(place.key) === place) places.delete(place.key);
    if (place.users > 0) return;
    if (place.isRetired) {
      end(place);
      return;
    }
    place.idle = setTimeout(end, IDLE_MS, place).unref();
    // The latest in use is the last.
    places.delete(place.key);
    places.set(place.key, place);
    const idle = [...places.values()].filter(({ users }) => users === 0);
    if (idle.length > MAX_IDLE) end(idle[0] as Place);
  }

  function end(place: Place): void {
    clearTimeout(place.idle);
    if (places.get(place.key) === place) places.delete(place.key);
    place.opening.then(
      (link) => link.close(),
      () => {},
    );
  }

  return {
    send,
    close() {
      for (const place of places.values()) end(place);
      tunnels?.close();
    },
  };
}

type AmqpMessageTo = QueueMessage & { settings: AmqpSettings };

/** Null: the broker has confirmed it. Never rejects. */
async function publish(
  place: Place,
  { queue, body, headers }: OutgoingMessage,
  phases: Phases,
): Promise<AttemptError | null> {
  const { deliveryId: id, event, settings } = queue as AmqpMessageTo;
  const isNew = !place.link;
  const startedAt = performance.now();
  try {
    const link = await place.opening;
    const openAt = performance.now();
    if (isNew) phases.connectMs = Math.round(openAt - startedAt);
    const { exchange, routingKey } = settings;
    const error = await link.publish({ id, event, exchange, routingKey: routingKey ?? event, body, headers });
    phases.firstByteMs = Math.round(performance.now() - openAt);
    return error;
  } catch (error) {
    return error instanceof LinkError ? error.reason : 'network error';
  }
}

function outcomeOf(error: AttemptError | null, seen: Partial<AttemptOutcome> = {}): AttemptOutcome {
  return { ...NOTHING_SEEN, durationMs: 0, ...seen, ok: error === null, error };
}
