import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';

/** A frame as the client's own codec reads it. */
interface Decoded {
  /** The id of a method. */
  id?: number;
  channel: number;
  // biome-ignore lint/suspicious/noExplicitAny: each method has fields of its own.
  fields?: any;
  /** The size of the message that these properties belong to. */
  size?: number;
  content?: Buffer;
}

/** The package publishes its client only. */
const codec = createRequire(import.meta.url);
const folder = join(dirname(codec.resolve('amqplib')), 'lib');
const defs = codec(join(folder, 'defs.js')) as Readonly<Record<string, number>> & {
  encodeMethod(id: number | undefined, channel: number, fields: object): Buffer;
  encodeProperties(id: number | undefined, channel: number, size: number, fields: object): Buffer;
};
const { decodeFrame, makeBodyFrame, parseFrame } = codec(join(folder, 'frame.js')) as {
  parseFrame(bytes: Buffer): { rest: Buffer } | false;
  decodeFrame(frame: { rest: Buffer }): Decoded;
  makeBodyFrame(channel: number, body: Buffer): Buffer;
};

/**
 * The behaviour of a broker: it confirms or refuses a message, returns it and confirms, freezes (no response, on that connection
 * later either), or closes channel or connection.
 */
export type BrokerBehaviour = 'confirm' | 'nack' | 'return' | 'freeze' | 'close channel' | 'drop';

export interface BrokerMessage {
  exchange: string;
  routingKey: string;
  mandatory: boolean;
  properties: Record<string, unknown> & { headers: Record<string, string> };
  body: Buffer;
}

/** The other side of AMQP 0-9-1, as far as a publisher sees it, for what a real broker can't be made to do. */
export interface FakeBroker {
  url: string;
  messages: BrokerMessage[];
  /** With every message from now on. */
  behave(behaviour: BrokerBehaviour): void;
  /** How many connections were made, and how many are open. */
  connections(): { made: number; open: number };
  /** Ends the connections of now, as a restart does; resolves when their clients have noticed. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

export const BROKER_LOGIN = { username: 'shop', password: 'a password of a broker' };

export async function startFakeBroker(): Promise<FakeBroker> {
  const messages: BrokerMessage[] = [];
  const sockets = new Set<Socket>();
  let behaviour: BrokerBehaviour = 'confirm';
  let made = 0;

  const server = createServer((socket) => {
    made += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    serve(socket, (message) => {
      messages.push(message);
      return behaviour;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `amqp://127.0.0.1:${(server.address() as AddressInfo).port}/shop`,
    messages,
    behave(next) {
      behaviour = next;
    },
    connections: () => ({ made, open: sockets.size }),
    async hangUp() {
      await Promise.all([...sockets].map((socket) => once(socket.end(), 'close')));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const PROTOCOL_HEADER_BYTES = 8;

/** Serves a publisher's frames; each decoded one has the id of its method. */
function serve(socket: Socket, take: (message: BrokerMessage) => BrokerBehaviour): void {
  let rest: Buffer = Buffer.alloc(0);
  let hasGreeted = false;
  let publishing:
    | (Pick<BrokerMessage, 'exchange' | 'routingKey' | 'mandatory'> & {
        properties?: BrokerMessage['properties'];
        size: number;
        parts: Buffer[];
      })
    | undefined;
  let isFrozen = false;
  let tag = 0;
  const say = (id: number | undefined, fields: object, channel = 0) =>
    socket.write(defs.encodeMethod(id, channel, fields));

  function end(channel: number): void {
    if (!publishing) return;
    const { properties, parts, size: _size, ...route } = publishing;
    const body = Buffer.concat(parts);
    publishing = undefined;
    tag += 1;
    const behaviour = take({ ...route, properties: properties as BrokerMessage['properties'], body });
    isFrozen ||= behaviour === 'freeze';
    if (isFrozen) return;
    if (behaviour === 'return') {
      say(defs.BasicReturn, { replyCode: 312, replyText: 'NO_ROUTE', ...route }, channel);
      socket.write(defs.encodeProperties(defs.BasicProperties, channel, body.length, properties as object));
      socket.write(makeBodyFrame(channel, body));
    }
    if (behaviour === 'confirm' || behaviour === 'return')
      say(defs.BasicAck, { deliveryTag: tag, multiple: false }, channel);
    if (behaviour === 'nack')
      say(defs.BasicNack, { deliveryTag: tag, multiple: false, requeue: false }, channel);
    if (behaviour === 'close channel')
      say(defs.ChannelClose, { replyCode: 404, replyText: 'NOT_FOUND', classId: 60, methodId: 40 }, channel);
    if (behaviour === 'drop') socket.resetAndDestroy();
  }

  function receive(frame: Decoded): void {
    const { id, channel, fields } = frame;
    if (id === defs.ConnectionStartOk) {
      const { username, password } = BROKER_LOGIN;
      if (fields.response.toString() !== `\0${username}\0${password}`)
        say(defs.ConnectionClose, { replyCode: 403, replyText: 'ACCESS_REFUSED', classId: 10, methodId: 11 });
      else say(defs.ConnectionTune, { channelMax: 2047, frameMax: 131_072, heartbeat: 60 });
    } else if (id === defs.ConnectionOpen) say(defs.ConnectionOpenOk, { knownHosts: '' });
    else if (id === defs.ChannelOpen) say(defs.ChannelOpenOk, { channelId: Buffer.alloc(0) }, channel);
    else if (id === defs.ConfirmSelect) say(defs.ConfirmSelectOk, {}, channel);
    else if (id === defs.ConnectionClose) say(defs.ConnectionCloseOk, {});
    else if (id === defs.BasicPublish) publishing = { ...fields, size: 0, parts: [] };
    else if (id === defs.BasicProperties && publishing)
      Object.assign(publishing, { properties: fields, size: frame.size });
    else if (frame.content && publishing) {
      publishing.parts.push(frame.content);
      if (publishing.parts.reduce((sum, { length }) => sum + length, 0) === publishing.size) end(channel);
    }
  }

  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    if (!hasGreeted && rest.length >= PROTOCOL_HEADER_BYTES) {
      hasGreeted = true;
      rest = rest.subarray(PROTOCOL_HEADER_BYTES);
      say(defs.ConnectionStart, {
        versionMajor: 0,
        versionMinor: 9,
        serverProperties: {},
        mechanisms: Buffer.from('PLAIN'),
        locales: Buffer.from('en_US'),
      });
    }
    for (let frame = parseFrame(rest); frame; frame = parseFrame(rest)) {
      rest = frame.rest;
      receive(decodeFrame(frame));
    }
  });
}
