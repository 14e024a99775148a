import { loadLater, withDeadline } from '@service/jobs/primitives';
import type { TransportOptions } from 'nodemailer';

const TIMEOUT_MS = 10_000;
const DEADLINE_MS = 30_000;

/** Connects and logs in to a mail server, and returns what went wrong. */
export async function findSmtpProblem(url: string): Promise<string | undefined> {
  const { default: nodemailer } = await loadLater(() => import('nodemailer'));
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as TransportOptions);
  return withDeadline(() => transport.verify(), DEADLINE_MS, 'the mail server’s answer')
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
    .finally(() => transport.close());
}
