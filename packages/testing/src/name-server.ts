import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  /** The address as a setting names it: `127.0.0.1:port`. */
  address: string;
  /** The names that were looked up, in order, each time once for each type of record. */
  questions: string[];
  /** Answers what it kept silent about so far, with `there is none`, and is silent about nothing from then on. */
  answerAll(): void;
  close(): Promise<void>;
}

export interface NameServerOptions {
  /** IPv4 addresses by name. Any other name doesn't exist. */
  addresses?: Record<string, string[]>;
  /** TXT records by name. */
  texts?: Record<string, string[]>;
  /** Names of these domains get no answer at all. */
  silent?: readonly string[];
}

const TYPES = { A: 1, TXT: 16 };

/** A name server on loopback that answers, or is silent. */
export async function startNameServer(options: NameServerOptions = {}): Promise<NameServer> {
  const { addresses = {}, texts = {}, silent = [] } = options;
  const socket = createSocket('udp4');
  const questions: string[] = [];
  const unanswered: [query: Buffer, from: RemoteInfo][] = [];
  let isSilent = true;

  function recordsOf(name: string, type: number): Buffer[] {
    if (type === TYPES.A)
      return (addresses[name] ?? []).map((address) => Buffer.from(address.split('.').map(Number)));
    if (type === TYPES.TXT)
      return (texts[name] ?? []).map((text) => Buffer.from([text.length, ...Buffer.from(text)]));
    return [];
  }

  function answer(query: Buffer, { port, address }: RemoteInfo): void {
    const { name, type, end } = readQuestion(query);
    const records = recordsOf(name, type);
    const header = Buffer.from(query.subarray(0, 12));
    // A response to a recursive question; without a record the name doesn't exist.
    header.writeUInt16BE(records.length > 0 || name in addresses ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(records.length, 6);
    header.fill(0, 8);
    const answers = records.map((data) => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff]);
      return Buffer.concat([head, data]);
    });
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  }

  socket.on('message', (query, from) => {
    const { name } = readQuestion(query);
    questions.push(name);
    if (isSilent && silent.some((domain) => name.endsWith(domain))) unanswered.push([query, from]);
    else answer(query, from);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    answerAll() {
      isSilent = false;
      for (const [query, from] of unanswered.splice(0)) answer(query, from);
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** The one question of a message: labels with their lengths, a zero, the type and the class. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
