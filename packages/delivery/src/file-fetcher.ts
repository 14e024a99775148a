import http from 'node:http';
import https from 'node:https';
import { addAbortSignal } from 'node:stream';
import { PROBLEMS, readSubscriptionUrl } from './address-guard.ts';
import { createAgents, ofFamilyFirst } from './checked-sockets.ts';
import type { SenderOptions } from './http-sender.ts';
import { createProxyTunnels } from './proxy-tunnel.ts';
import { askerOf, type CheckedLookup, lookupOf } from './resolve-host.ts';

export interface FileFetcher {
  /**
   * Fetches the file at an address that a store gave, or returns why there is none. The address is looked up, checked and
   * connected to like a subscriber's, and so is each address that it redirects to.
   */
  fetch(tenantId: string, url: string): Promise<Buffer | FetchProblem>;
  close(): void;
}

interface FetchProblem {
  code: string;
  detail: string;
}

interface FetcherOptions extends SenderOptions {
  maxBytes: number;
}

const MAX_REDIRECTS = 3;

export function createFileFetcher(options: FetcherOptions): FileFetcher {
  const { guard, timeoutMs, allowInsecure, userAgent, certificateAuthority, proxyUrl, maxBytes } = options;
  const localAddress = options.sourceAddress;
  const tunnels =
    proxyUrl === undefined
      ? undefined
      : createProxyTunnels({ url: new URL(proxyUrl), timeoutMs, localAddress });
  const agent = createAgents(tunnels);

  async function follow(
    tenantId: string,
    text: string,
    signal: AbortSignal,
    redirectsLeft = MAX_REDIRECTS,
  ): Promise<Buffer | FetchProblem> {
    const url = readSubscriptionUrl(text, allowInsecure);
    if (!(url instanceof URL)) return url;
    const resolution = await guard.resolve(url.hostname, askerOf(tenantId, timeoutMs));
    if (!resolution.ok) return PROBLEMS[resolution.reason];
    const response = await open(url, lookupOf(ofFamilyFirst(localAddress, resolution.addresses)), signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        if (redirectsLeft === 0)
          return { code: 'too_many_redirects', detail: `It redirects more than ${MAX_REDIRECTS} times.` };
        return await follow(tenantId, targetOf(headers.location, url), signal, redirectsLeft - 1);
      }
      if (statusCode !== 200)
        return { code: 'unexpected_status', detail: `Its server responds with ${statusCode}.` };
      return await collect(response, signal);
    } finally {
      response.destroy();
    }
  }

  function open(url: URL, lookup: CheckedLookup, signal: AbortSignal): Promise<http.IncomingMessage> {
    const headers = { 'user-agent': userAgent, accept: 'image/*', 'accept-encoding': 'identity' };
    const used = { lookup, signal, headers, ...(localAddress === undefined ? {} : { localAddress }) };
    const secure = {
      ...used,
      agent: agent.https,
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment changes nothing.
      rejectUnauthorized: true,
      ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    };
    return new Promise((resolve, reject) => {
      const request =
        url.protocol === 'http:'
          ? http.request(url, { ...used, agent: agent.http })
          : https.request(url, secure);
      request.once('response', resolve).on('error', reject).end();
    });
  }

  async function collect(
    response: http.IncomingMessage,
    signal: AbortSignal,
  ): Promise<Buffer | FetchProblem> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of addAbortSignal(signal, response)) {
      size += chunk.length;
      if (size > maxBytes)
        return { code: 'payload_too_large', detail: `It has more than ${maxBytes / 1024} KiB.` };
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  return {
    async fetch(tenantId, url) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await follow(tenantId, url, signal);
      } catch {
        return signal.aborted
          ? { code: 'timeout', detail: `It takes longer than ${timeoutMs / 1000} seconds.` }
          : { code: 'unreachable', detail: 'Its server can’t be reached, or breaks off.' };
      }
    },
    close() {
      agent.http.destroy();
      agent.https.destroy();
      tunnels?.close();
    },
  };
}

function targetOf(location: string, from: URL): string {
  return URL.canParse(location, from.href) ? new URL(location, from.href).href : location;
}
