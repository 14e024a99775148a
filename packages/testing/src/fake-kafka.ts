import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface KafkaRecord {
  partition: number;
  key: string;
  value: Buffer;
  headers: Record<string, string>;
}

/**
 * The behaviour of a broker: it accepts messages, refuses each with an error of the protocol, doesn't respond, cuts the
 * connection at a message, or responds to everything with these bytes.
 */
export type KafkaBehaviour = 'take' | { error: number } | 'freeze' | 'drop' | { bytes: Buffer };

/** The other side of Kafka's protocol, as far as a producer with a login sees it: one broker that leads all partitions. */
export interface FakeKafka {
  url: string;
  records: KafkaRecord[];
  behave(behaviour: KafkaBehaviour): void;
  /** The address that the cluster advertises for its broker; the server itself when undefined. */
  advertise(host: string | undefined, port?: number): void;
  /** The number of iterations that SCRAM requires. */
  iterate(iterations: number): void;
  connections(): { made: number; open: number };
  close(): Promise<void>;
}

export const KAFKA_LOGIN = { username: 'shop', password: 'a password of a cluster' };

/** Errors of the protocol. */
export const KAFKA_ERRORS = { tooLarge: 10, notEnoughReplicas: 19, unauthorised: 29 };

const TOPIC = 'orders';
const PARTITIONS = 3;
const UNKNOWN_TOPIC = 3;
const SASL_FAILED = 58;
const UNKNOWN_MECHANISM = 33;

const API = { produce: 0, metadata: 3, saslHandshake: 17, apiVersions: 18, saslAuthenticate: 36 };
/** The highest version of each that is answered. */
const VERSIONS: readonly [key: number, max: number][] = [
  [API.produce, 3],
  [API.metadata, 4],
  [API.saslHandshake, 1],
  [API.apiVersions, 2],
  [API.saslAuthenticate, 0],
];
const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];

export async function startFakeKafka(): Promise<FakeKafka> {
  const records: KafkaRecord[] = [];
  const sockets = new Set<Socket>();
  let behaviour: KafkaBehaviour = 'take';
  let advertised: { host: string; port: number } | undefined;
  let iterations = 4096;
  let made = 0;

  const server = createServer((socket) => {
    made += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const login = createLogin(() => iterations);
    let buffered = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      buffered = Buffer.concat([buffered, chunk]);
      while (buffered.length >= 4 && buffered.length >= 4 + buffered.readInt32BE()) {
        const end = 4 + buffered.readInt32BE();
        answer(socket, new Reader(buffered.subarray(4, end)), login);
        buffered = buffered.subarray(end);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  function answer(socket: Socket, request: Reader, login: Login): void {
    const [key, , correlation] = [request.int16(), request.int16(), request.int32()];
    request.string();
    if (typeof behaviour === 'object' && 'bytes' in behaviour) {
      socket.write(behaviour.bytes);
      return;
    }
    const isProduce = key === API.produce;
    if (isProduce && behaviour === 'freeze') return;
    if (isProduce && behaviour === 'drop') {
      socket.destroy();
      return;
    }
    const body = respond(key, request, login);
    const size = Buffer.concat([int32(correlation), body]);
    socket.write(Buffer.concat([int32(size.length), size]));
  }

  function respond(key: number, request: Reader, login: Login): Buffer {
    if (key === API.apiVersions) {
      const versions = VERSIONS.map(([api, max]) => Buffer.concat([int16(api), int16(0), int16(max)]));
      return Buffer.concat([int16(0), array(versions), int32(0)]);
    }
    if (key === API.saslHandshake) {
      const mechanism = request.string();
      login.choose(mechanism);
      const error = MECHANISMS.includes(mechanism) ? 0 : UNKNOWN_MECHANISM;
      return Buffer.concat([int16(error), array(MECHANISMS.map(string))]);
    }
    if (key === API.saslAuthenticate) {
      const reply = login.hear(request.bytes().toString());
      if (reply === undefined)
        return Buffer.concat([int16(SASL_FAILED), string('Authentication failed'), int32(0)]);
      return Buffer.concat([int16(0), int16(-1), int32(Buffer.byteLength(reply)), Buffer.from(reply)]);
    }
    return key === API.metadata ? metadata(request) : produce(request);
  }

  function metadata(request: Reader): Buffer {
    const topics = request.array(() => request.string());
    const broker = [
      int32(1),
      string(advertised?.host ?? '127.0.0.1'),
      int32(advertised?.port ?? port),
      int16(-1),
    ];
    const partitions = Array.from({ length: PARTITIONS }, (_, id) =>
      Buffer.concat([int16(0), int32(id), int32(1), array([int32(1)]), array([int32(1)])]),
    );
    const described = topics.map((topic) =>
      Buffer.concat([
        int16(topic === TOPIC ? 0 : UNKNOWN_TOPIC),
        string(topic),
        Buffer.from([0]),
        array(topic === TOPIC ? partitions : []),
      ]),
    );
    return Buffer.concat([int32(0), array([Buffer.concat(broker)]), int16(-1), int32(1), array(described)]);
  }

  function produce(request: Reader): Buffer {
    request.string();
    const acks = request.int16();
    request.int32();
    const error = typeof behaviour === 'object' && 'error' in behaviour ? behaviour.error : 0;
    const topics = request.array(() => {
      const topic = request.string();
      const partitions = request.array(() => {
        const partition = request.int32();
        const batch = readBatch(new Reader(request.bytes()));
        // Only what all replicas have to have is safe.
        if (acks === -1) records.push(...batch.map((record) => ({ partition, ...record })));
        return Buffer.concat([int32(partition), int16(error), Buffer.alloc(8), Buffer.alloc(8, 0xff)]);
      });
      return Buffer.concat([string(topic), array(partitions)]);
    });
    return Buffer.concat([array(topics), int32(0)]);
  }

  return {
    url: `kafka://127.0.0.1:${port}`,
    records,
    behave(next) {
      behaviour = next;
    },
    advertise(host, at = port) {
      advertised = host === undefined ? undefined : { host, port: at };
    },
    iterate(count) {
      iterations = count;
    },
    connections: () => ({ made, open: sockets.size }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Login {
  choose(mechanism: string): void;
  /** The reply to a message of the client; undefined: it isn't the user. */
  hear(message: string): string | undefined;
}

/** PLAIN (RFC 4616) and SCRAM (RFC 5802), as a server. */
function createLogin(iterations: () => number): Login {
  const { username, password } = KAFKA_LOGIN;
  const salt = randomBytes(16);
  let hash = '';
  let [clientFirst, serverFirst] = ['', ''];

  function finish(message: string): string | undefined {
    const [withoutProof = '', proof = ''] = message.split(/,p=/);
    const length = createHash(hash).digest().length;
    const salted = pbkdf2Sync(password, salt, iterations(), length, hash);
    const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
    const clientKey = hmac(salted, 'Client Key');
    const signed = `${clientFirst},${serverFirst},${withoutProof}`;
    const signature = hmac(createHash(hash).update(clientKey).digest(), signed);
    const expected = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] as number)));
    if (expected.toString('base64') !== proof) return undefined;
    return `v=${hmac(hmac(salted, 'Server Key'), signed).toString('base64')}`;
  }

  return {
    choose(mechanism) {
      hash = mechanism === 'PLAIN' ? '' : mechanism.replace('SCRAM-', '').replace('-', '').toLowerCase();
    },
    hear(message) {
      if (hash === '') return message === `\0${username}\0${password}` ? '' : undefined;
      if (!message.startsWith('n,,')) return finish(message);
      clientFirst = message.slice(3);
      const nonce = /r=([^,]+)/.exec(clientFirst)?.[1] ?? '';
      serverFirst = `r=${nonce}${randomBytes(9).toString('base64')},s=${salt.toString('base64')},i=${iterations()}`;
      return serverFirst;
    },
  };
}

/** Records of a batch of version 2, which aren't compressed. */
function readBatch(batch: Reader): Omit<KafkaRecord, 'partition'>[] {
  batch.skip(57);
  return batch.array(() => {
    batch.varint();
    batch.skip(1);
    batch.varint();
    batch.varint();
    const key = batch.varbytes().toString();
    const value = batch.varbytes();
    const headers: Record<string, string> = {};
    for (let left = batch.varint(); left > 0; left -= 1) {
      const name = batch.varbytes().toString();
      headers[name] = batch.varbytes().toString();
    }
    return { key, value, headers };
  });
}

class Reader {
  #at = 0;
  constructor(private readonly source: Buffer) {}
  skip(count: number): Buffer {
    this.#at += count;
    return this.source.subarray(this.#at - count, this.#at);
  }
  int16(): number {
    return this.skip(2).readInt16BE();
  }
  int32(): number {
    return this.skip(4).readInt32BE();
  }
  bytes(): Buffer {
    return this.skip(this.int32());
  }
  string(): string {
    return this.skip(Math.max(0, this.int16())).toString();
  }
  array<T>(read: () => T): T[] {
    return Array.from({ length: Math.max(0, this.int32()) }, read);
  }
  varint(): number {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.skip(1).readUInt8();
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }
  varbytes(): Buffer {
    return this.skip(Math.max(0, this.varint()));
  }
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function string(text: string): Buffer {
  return Buffer.concat([int16(Buffer.byteLength(text)), Buffer.from(text)]);
}

function array(items: readonly Buffer[]): Buffer {
  return Buffer.concat([int32(items.length), ...items]);
}
