import { randomUUID } from 'node:crypto';
import type { Prisma } from '@service/db';
import { readDbNow, type Transaction } from '../context.ts';
import type { MailData } from './templates.ts';

export interface NewMail<K extends keyof MailData> {
  kind: K;
  to: string;
  data: MailData[K];
  /** The customer or the order that the message is about: an erasure deletes it by them, because an address may be another person's. */
  about?: { customerId: string } | { orderId: string } | undefined;
  /** The single-use token that the message carries. */
  token?: string;
  /** Written so that the work is equal, and never sent: no account has this address. */
  isDecoy?: boolean;
}

/**
 * Writes a message in the transaction of what it reports: a rolled-back change sends none, a committed one can't lose
 * it. The token is sealed, so neither the database nor the queue nor a log holds it.
 */
export async function recordMail<K extends keyof MailData>(tx: Transaction, mail: NewMail<K>): Promise<void> {
  const id = randomUUID();
  // Also for a decoy, so that the work is equal.
  const now = await readDbNow(tx);
  const tokenSealed = mail.token === undefined ? null : tx.services.sealer.seal(mail.token);
  await tx.db.mail.create({
    data: {
      id,
      tenantId: tx.tenantId,
      kind: mail.kind,
      recipient: mail.to,
      data: mail.data as Prisma.InputJsonValue,
      ...mail.about,
      createdAt: tx.now(),
      ...(mail.isDecoy
        ? { status: 'dropped', nextAttemptAt: null, tokenSealed: null }
        : { nextAttemptAt: now, tokenSealed }),
    },
  });
  if (!mail.isDecoy) tx.db.afterCommit(() => tx.services.jobs.enqueueMails([{ tenantId: tx.tenantId, id }]));
}
