import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadLater, openOnce } from '@service/jobs/primitives';
import type { SendMailOptions, Transporter, TransportOptions } from 'nodemailer';
import type { MailLinks } from './compose.ts';

export interface OutgoingMail {
  /** The row's id; the Message-ID is made of it, the same at every attempt. */
  id: string;
  to: string;
  fromName: string;
  /** The address for replies; null: the sender's. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  date: Date;
  attachments: Attachment[];
}

export interface Attachment {
  filename: string;
  content: Buffer;
}

export interface Mailer {
  /** Resolves when the message is accepted; rejects with nodemailer's error. */
  send(mail: OutgoingMail): Promise<void>;
  /** Posts a text to an incoming webhook of Slack's format; rejects like `send`. */
  post(message: { tenantId: string; url: string; text: string }): Promise<void>;
  links: MailLinks;
  close(): void;
}

interface HttpSender {
  send(request: {
    tenantId: string;
    url: string;
    body: Buffer;
    headers: Record<string, string>;
  }): Promise<{ ok: boolean; error: string | null }>;
}

export interface MailerOptions {
  /** Posts to checked addresses only. */
  sender?: HttpSender | undefined;
  /** Without one, messages are `.eml` files in `dir`. */
  smtpUrl?: string | undefined;
  dir: string;
  from: string;
  links?: MailLinks | undefined;
  /** The longest time of one message, whatever the server sends meanwhile; two minutes when absent. */
  deadlineMs?: number | undefined;
}

/** The longest time that the server may be silent. */
const TIMEOUT_MS = 30_000;
const DEADLINE_MS = 120_000;

export function createMailer({
  smtpUrl,
  dir,
  from,
  links = {},
  sender,
  deadlineMs = DEADLINE_MS,
}: MailerOptions): Mailer {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const toOptions = ({ id, to, fromName, replyTo, ...rest }: OutgoingMail): SendMailOptions => ({
    ...rest,
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    messageId: `<${id}@${domain}>`,
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    headers: { 'Auto-Submitted': 'auto-generated' },
    // What is attached is given as bytes; a text must never read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send = smtpUrl ? smtpSender(smtpUrl, deadlineMs) : fileSender(dir);
  return {
    links,
    send: (mail) => send.send(mail.id, toOptions(mail)),
    async post({ tenantId, url, text }) {
      const body = Buffer.from(JSON.stringify({ text }));
      const outcome = await sender?.send({ tenantId, url, body, headers: {} });
      if (!outcome?.ok)
        throw Object.assign(new Error('not posted'), { code: `slack: ${outcome?.error ?? 'no sender'}` });
    },
    close: send.close,
  };
}

interface Sender {
  send(id: string, options: SendMailOptions): Promise<void>;
  close(): void;
}

/** Created with the first message: only a process that sends loads nodemailer. */
function openTransport(options: object) {
  const transport = openOnce<Transporter>(async () => {
    const { default: nodemailer } = await loadLater(() => import('nodemailer'));
    return nodemailer.createTransport(options as TransportOptions);
  });
  return {
    open: transport.open,
    close: () => void transport.opened().then((opened) => opened?.close()),
  };
}

function smtpSender(url: string, deadlineMs: number): Sender {
  const { open, close } = openTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(_id, options) {
      // At the deadline its connection is closed, and the next message gets another.
      await (await open()).sendMail({ ...options, signal: AbortSignal.timeout(deadlineMs) });
    },
    close,
  };
}

/** Written beside its place and moved there, so that a reader never finds half a message; a repeat replaces the file. */
function fileSender(dir: string): Sender {
  const { open, close } = openTransport({ streamTransport: true, buffer: true });
  return {
    async send(id, options) {
      const { message } = await (await open()).sendMail(options);
      await mkdir(dir, { recursive: true });
      const unfinished = join(dir, `.${id}.part`);
      // The files carry single-use tokens: they are for the owner of the process alone.
      await writeFile(unfinished, message as Buffer, { mode: 0o600 });
      await rename(unfinished, join(dir, `${id}.eml`));
    },
    close,
  };
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** 5xx to the recipient or the content: the same message will be refused again. A refused login is no such refusal. */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, code } = error as SmtpError;
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** Codes only: a server's text about a message may quote it. */
export function shortError(error: unknown): string {
  const { code = 'EUNKNOWN', command = '', responseCode = '' } = error as SmtpError;
  return [code, command, responseCode].filter((part) => part !== '').join(' ');
}
