import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The running service, and what is needed to use it as an operator, a shopper and a payment provider. */
export interface Target {
  apiUrl: string;
  adminEmail: string;
  adminPassword: string;
  publishableKey: string;
  paymentWebhookSecret: string;
}

/**
 * Answers the service that `npm start` notes in `<dataDir>/running.json`. BASE_URL, ADMIN_EMAIL, ADMIN_PASSWORD and
 * PUBLISHABLE_KEY point elsewhere. Throws, and says what to do, when nothing is known or nothing answers.
 */
export async function findTarget(dataDir: string, env: NodeJS.ProcessEnv): Promise<Target> {
  const notes = await readNotes(join(dataDir, 'running.json'));
  const target = {
    apiUrl: (env.BASE_URL || notes.apiUrl || '').replace(/\/+$/, ''),
    adminEmail: env.ADMIN_EMAIL || notes.demo?.adminEmail || '',
    adminPassword: env.ADMIN_PASSWORD || notes.demo?.adminPassword || '',
    publishableKey: env.PUBLISHABLE_KEY || notes.demo?.publishableKey || '',
    paymentWebhookSecret: env.PAYMENT_WEBHOOK_SECRET || notes.paymentWebhookSecret || '',
  };
  if (target.apiUrl === '') {
    throw new Error(
      'The service is not running here. Start it with `npm start`, then run this in a second terminal.',
    );
  }
  if (target.adminEmail === '' || target.adminPassword === '' || target.publishableKey === '') {
    throw new Error(
      'BASE_URL alone is not enough: set ADMIN_EMAIL, ADMIN_PASSWORD and PUBLISHABLE_KEY as well.',
    );
  }
  await assertAnswers(target.apiUrl);
  return target;
}

interface Notes {
  apiUrl?: string;
  paymentWebhookSecret?: string;
  demo?: { adminEmail?: string; adminPassword?: string; publishableKey?: string };
}

async function readNotes(file: string): Promise<Notes> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Notes;
}

async function assertAnswers(apiUrl: string): Promise<void> {
  const answer = await fetch(`${apiUrl}/health`, { signal: AbortSignal.timeout(10_000) }).catch(
    () => undefined,
  );
  if (answer?.ok) return;
  const how = answer ? `answers ${answer.status}` : 'does not answer';
  throw new Error(`${apiUrl}/health ${how}. Is \`npm start\` still running in the other terminal?`);
}
