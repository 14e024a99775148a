import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { type Context, privacy, type SystemContext } from '@service/core';
import { CommandError } from '../exit-codes.ts';

const ASK_AGAIN_MS = 200;

/** Writes all data about a customer to a new file that other users can't read; returns the customer's id. */
export async function exportCustomer(
  system: SystemContext,
  { store, email, file }: { store: string; email: string; file: string },
): Promise<string> {
  const ctx = system.forTenant(store, { kind: 'cli' });
  const subject = await findSubject(ctx, email);
  if (!('customerId' in subject)) throw new CommandError(`${email} ordered as a guest and has no account.`);
  const { customerId } = subject;
  const { id } = await privacy.requestExport(ctx, customerId);
  for (;;) {
    await privacy.processExports(system);
    const { status } = await privacy.getExport(ctx, customerId, id);
    if (status === 'completed') break;
    // A worker is writing a part of it.
    await setTimeout(ASK_AGAIN_MS);
  }
  const { pieces } = await privacy.downloadExport(ctx, customerId, id);
  await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return customerId;
}

export async function findSubject(ctx: Context, email: string): Promise<privacy.Subject> {
  const subject = await privacy.findSubject(ctx, email);
  if (!subject) throw new CommandError(`No customer or guest of this store has the address ${email}.`);
  return subject;
}
