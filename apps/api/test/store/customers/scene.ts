import { randomUUID } from 'node:crypto';
import { mail, outbox } from '@service/core';
import {
  type Clock,
  createClock,
  createStore,
  type Inbox,
  type ReceivedMail,
  startInbox,
  type TestStore,
  useFixture,
} from '@service/testing';
import type { Answer, RequestOptions } from '../../client.ts';
import { startApi, type TestApi } from '../../harness.ts';

export const PASSWORD = 'a long enough password';

export interface Shopper {
  id: string;
  email: string;
  password: string;
  /** A session token. */
  token: string;
}

export interface CustomerScene {
  api: TestApi;
  clock: Clock;
  store: TestStore;
  inbox: Inbox;
  /** A request to the store, with its publishable key. */
  ask(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  /** As an operator of the store. */
  admin(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  /** A registered customer who is logged in. */
  shopper(): Promise<Shopper>;
  logIn(email: string, password: string): Promise<string>;
  /** The newest message to the address, received over SMTP after everything due was sent. */
  mailTo(address: string): Promise<ReceivedMail>;
  /** The token in the newest message to the address. */
  tokenTo(address: string): Promise<string>;
  /** Sends everything that is due; answers how many messages the inbox has. */
  sendMails(): Promise<number>;
  close(): Promise<void>;
}

export const newEmail = () => `ada-${randomUUID()}@example.com`;

/** A store with its API, a mail server, and a clock that stands. */
export async function startScene(): Promise<CustomerScene> {
  const clock = createClock();
  // No delay between attempts is over while a test runs.
  const api = await startApi({ now: clock.now, settings: { throttleDelaySeconds: 60 } });
  const store = await createStore(api.env.system);
  const inbox = await startInbox();
  const mailer = mail.createMailer({ smtpUrl: inbox.url, dir: '/nowhere', from: 'no-reply@shop.example' });

  const ask: CustomerScene['ask'] = (method, path, body, token) =>
    api.request(method, `/store/v1${path}`, {
      key: store.publishableKey,
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    });

  async function logIn(email: string, password: string): Promise<string> {
    return (await ask('POST', '/customers/login', { email, password })).expect(200).token;
  }

  async function sendMails(): Promise<number> {
    for (const row of api.env.enqueuedMails.splice(0)) await outbox.sendMail(api.env.system, mailer, row);
    return inbox.mails.length;
  }

  async function mailTo(address: string): Promise<ReceivedMail> {
    await sendMails();
    return inbox.lastTo(address);
  }

  return {
    api,
    clock,
    store,
    inbox,
    ask,
    logIn,
    sendMails,
    mailTo,
    admin: (method, path, body, options = {}) =>
      api.request(method, `/admin/v1${path}`, {
        token: store.token(),
        ...(body === undefined ? {} : { body }),
        ...options,
      }),
    async shopper() {
      const email = newEmail();
      const { id } = (await ask('POST', '/customers', { email, password: PASSWORD, name: 'Ada' })).expect(
        201,
      );
      return { id, email, password: PASSWORD, token: await logIn(email, PASSWORD) };
    },
    async tokenTo(address) {
      const { text = '' } = await mailTo(address);
      const [token] = /pt_[\w-]{43}/.exec(text) ?? [];
      if (!token) throw new Error(`No token in: ${text}`);
      return token;
    },
    async close() {
      mailer.close();
      await inbox.close();
      await api.close();
    },
  };
}

/** The same for the tests of a `describe`. */
export function useCustomerScene(): CustomerScene {
  return useFixture(startScene, { close: (scene) => scene.close() });
}
