import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** The recipient in the SMTP conversation. */
  recipient: string;
  /** The exact bytes. */
  raw: string;
}

export interface Inbox {
  /** smtp://127.0.0.1:<port> */
  url: string;
  mails: ReceivedMail[];
  /** The newest message to this address. */
  lastTo(address: string): ReceivedMail;
  /** The response to every further recipient; 250 accepts it. */
  answer(code: number): void;
  close(): Promise<void>;
}

/** A mail server: real SMTP on loopback that keeps what it gets. */
export async function startInbox(): Promise<Inbox> {
  const mails: ReceivedMail[] = [];
  let code = 250;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, callback) {
      callback(code === 250 ? null : Object.assign(new Error('refused by the test'), { responseCode: code }));
    },
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks);
      const parsed = await PostalMime.parse(raw);
      const recipient = session.envelope.rcptTo[0]?.address ?? '';
      mails.push({ ...parsed, recipient, raw: raw.toString('utf8') });
      callback();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    lastTo(address) {
      const found = mails.findLast(({ recipient }) => recipient === address);
      if (!found)
        throw new Error(`No mail to ${address}; there are mails to ${mails.map((m) => m.recipient)}`);
      return found;
    },
    answer(next) {
      code = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
