import { isIP, type Socket } from 'node:net';
import { LinkError, type LinkTarget } from './broker-sender.ts';
import type { CheckedLookup } from './resolve-host.ts';

/** Connects to a broker, through the deployment's proxy if it has one. TLS runs inside. `signal` ends it in any state. */
export async function openTunnel(
  { tunnels, broker }: LinkTarget,
  { port, lookup, signal }: { port: number; lookup: CheckedLookup; signal: AbortSignal },
): Promise<Socket | undefined> {
  if (!tunnels) return undefined;
  // amqplib creates a socket without TLS itself, which would bypass the proxy.
  if (!broker.isTls) throw new LinkError('insecure url');
  const tunnel = await new Promise<Socket | undefined>((opened, failed) => {
    tunnels.open({ port, lookup }, (error, socket) => (error ? failed(error) : opened(socket)));
  });
  signal.addEventListener('abort', () => tunnel?.destroy());
  if (signal.aborted) tunnel?.destroy();
  signal.throwIfAborted();
  return tunnel;
}

/** The options by which a broker has to prove its identity. */
export function tlsOptions({ certificateAuthority }: LinkTarget, host: string) {
  return {
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment changes nothing.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
  };
}
