import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { ProxyTunnels } from './proxy-tunnel.ts';
import type { Addresses, CheckedLookup } from './resolve-host.ts';

// Shorter than the 5 s after which common servers close an idle connection: a request on a socket that the other side is closing
// is reset, and it can't be repeated here because the receiver may have had it. The agent follows a shorter `Keep-Alive:
// timeout=n` of the server automatically.
const AGENT_OPTIONS = { keepAlive: true, timeout: 4000 };

interface Agents {
  http: http.Agent;
  https: https.Agent;
}

/** Creates the agents of all requests; they use tunnels of a forward proxy where one is configured. */
export function createAgents(tunnels: ProxyTunnels | undefined): Agents {
  const agents = {
    http: apartByAddress(new http.Agent(AGENT_OPTIONS)),
    https: apartByAddress(new https.Agent(AGENT_OPTIONS)),
  };
  if (!tunnels) return agents;
  const secure = (agents.https as unknown as Connecting).createConnection.bind(agents.https);
  leadThrough(tunnels, agents.http, (_options, socket) => socket);
  leadThrough(tunnels, agents.https, (options, socket) => secure({ ...options, socket }));
  return agents;
}

interface ConnectionOptions {
  port?: number | string;
  lookup: CheckedLookup;
}

/** The part of an agent that makes connections; Node's types declare it for only one of the two. */
interface Connecting {
  createConnection(
    options: object,
    callback?: (error: Error | null, socket?: Socket) => void,
  ): Socket | undefined;
}

function leadThrough(
  tunnels: ProxyTunnels,
  agent: http.Agent,
  connect: (options: ConnectionOptions, socket: Socket) => Socket | undefined,
): void {
  const createConnection = (
    options: ConnectionOptions,
    callback: (error: Error | null, socket?: Socket) => void,
  ) => {
    const startedAt = performance.now();
    tunnels.open(options, (error, socket) => {
      if (!socket) return callback(error);
      options.lookup.tunnelMs = Math.round(performance.now() - startedAt);
      callback(null, connect(options, socket));
    });
  };
  Object.assign(agent, { createConnection });
}

/** A connection from a given local address uses the first address alone, and only of its own family. */
export function ofFamilyFirst(from: string | undefined, addresses: Addresses): Addresses {
  if (from === undefined) return addresses;
  const match = addresses.find(({ family }) => family === isIP(from));
  return match ? [match] : addresses;
}

/** An attempt reuses no socket to an address that only an earlier attempt had checked. */
function apartByAddress<A extends http.Agent>(agent: A): A {
  const nameOf = agent.getName.bind(agent);
  agent.getName = (options) =>
    `${nameOf(options)}:${(options?.lookup as CheckedLookup | undefined)?.checked}`;
  return agent;
}
