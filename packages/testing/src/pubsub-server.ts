import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';

export interface PubSubMessage {
  data: Buffer;
  attributes: Record<string, string>;
  orderingKey: string | undefined;
}

export interface PubSubServer {
  /** The address of its topic. */
  url: string;
  /** The members that make a subscription one of its service account. */
  account: { clientEmail: string; privateKeyId: string; privateKey: string };
  /** All that was published as it should be. */
  messages: PubSubMessage[];
  /** Handles every further message instead of keeping it; undefined: the default. */
  answer(handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void;
  close(): Promise<void>;
}

/** Limits of the documented service. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ATTRIBUTES = 100;
const MAX_NAME_BYTES = 256;
const MAX_VALUE_BYTES = 1024;

const TOPIC = '/v1/projects/shop/topics/orders';

/** `projects.topics.publish` of Google Pub/Sub, as its documentation describes it, with the token of its account verified. */
export async function startPubSub(): Promise<PubSubServer> {
  const messages: PubSubMessage[] = [];
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const clientEmail = 'shop@example.iam.gserviceaccount.com';
  const account = { clientEmail, privateKeyId: 'key-1', privateKey };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== `${TOPIC}:publish`) return refuse(response, 404, 'NOT_FOUND');
    if (!isAuthorized(request)) return refuse(response, 401, 'UNAUTHENTICATED');
    const content = read(Buffer.concat(chunks));
    if (!content) return refuse(response, 400, 'INVALID_ARGUMENT');
    messages.push(content);
    if (handle) return handle(request, response);
    respond(response, 200, { messageIds: [randomUUID()] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** A JWT that the account signed itself: https://google.aip.dev/auth/4111. */
  function isAuthorized({ headers }: IncomingMessage): boolean {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    try {
      const { header, payload } = jwt.verify(token, publicKey, { algorithms: ['RS256'], complete: true });
      const claims = payload as jwt.JwtPayload;
      const { iss, sub, scope, aud, iat = 0, exp = 0 } = claims;
      const isOfAccount = iss === clientEmail && sub === clientEmail && header.kid === account.privateKeyId;
      const isForPubSub = scope === 'https://www.googleapis.com/auth/pubsub' && aud === undefined;
      return isOfAccount && isForPubSub && exp - iat <= 3600;
    } catch {
      return false;
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${TOPIC}`,
    account,
    messages,
    answer(handler) {
      handle = handler;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Published {
  messages: { data: string; attributes: Record<string, string>; orderingKey?: string }[];
}

function read(body: Buffer): PubSubMessage | undefined {
  const [message, ...others] = (JSON.parse(body.toString()) as Published).messages;
  if (!message || others.length > 0 || body.length > MAX_BYTES) return undefined;
  const { data, attributes, orderingKey } = message;
  const names = Object.entries(attributes);
  const isSound = names.every(
    ([name, value]) =>
      !name.startsWith('goog') &&
      Buffer.byteLength(name) <= MAX_NAME_BYTES &&
      Buffer.byteLength(value) <= MAX_VALUE_BYTES,
  );
  if (!isSound || names.length > MAX_ATTRIBUTES) return undefined;
  return { data: Buffer.from(data, 'base64'), attributes, orderingKey };
}

function refuse(response: ServerResponse, code: number, status: string): void {
  respond(response, code, { error: { code, message: 'refused', status } });
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
