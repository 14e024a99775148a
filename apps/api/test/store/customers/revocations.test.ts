import { queryAsOwner, until } from '@service/testing';
import { expect } from 'chai';
import { type CustomerScene, newEmail, PASSWORD, type Shopper, startScene } from './scene.ts';

const NEW_PASSWORD = 'another long password';

const KINDS = ['session', 'other session', 'reset', 'change of the address'] as const;
type Kind = (typeof KINDS)[number];

/** A customer with one credential of each kind. */
interface Holder extends Shopper {
  credentials: Record<Kind, string>;
}

interface Way {
  what: string;
  /** What opens nothing any more, afterwards. */
  ends: readonly Kind[];
  /** Whether a login with the password of before may succeed afterwards. */
  keepsPassword?: boolean;
  revoke(scene: CustomerScene, holder: Holder): Promise<unknown>;
}

const WAYS: readonly Way[] = [
  {
    what: 'a logout',
    ends: ['session'],
    keepsPassword: true,
    revoke: (scene, { token }) => scene.ask('POST', '/customers/logout', {}, token),
  },
  {
    what: 'a changed password',
    ends: ['other session', 'reset', 'change of the address'],
    revoke: (scene, { token }) =>
      scene.ask(
        'POST',
        '/customers/me/password',
        { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
        token,
      ),
  },
  {
    what: 'a reset of the password',
    ends: KINDS,
    revoke: async (scene, holder) => use(scene, holder, 'reset', await requestReset(scene, holder.email)),
  },
  {
    what: 'another address',
    ends: ['reset', 'change of the address'],
    keepsPassword: true,
    revoke: (scene, holder) => use(scene, holder, 'change of the address'),
  },
  {
    what: 'a disabled customer',
    ends: KINDS,
    revoke: (scene, { id }) => scene.admin('POST', `/customers/${id}/disable`),
  },
  {
    what: 'an erased customer',
    ends: KINDS,
    revoke: (scene, { id }) => scene.admin('POST', `/customers/${id}/erasure`),
  },
];

async function requestReset(scene: CustomerScene, email: string): Promise<string> {
  (await scene.ask('POST', '/customers/reset/request', { email })).expect(202);
  return scene.tokenTo(email);
}

async function createHolder(scene: CustomerScene): Promise<Holder> {
  const shopper = await scene.shopper();
  const { email, token } = shopper;
  const address = newEmail();
  const change = { newEmail: address, currentPassword: PASSWORD };
  (await scene.ask('POST', '/customers/me/email/change', change, token)).expect(202);
  return {
    ...shopper,
    credentials: {
      session: token,
      'other session': await scene.logIn(email, PASSWORD),
      'change of the address': await scene.tokenTo(address),
      reset: await requestReset(scene, email),
    },
  };
}

/** Whether the credential opens the account, or changes it. */
async function use(
  scene: CustomerScene,
  { credentials }: Holder,
  kind: Kind,
  credential = credentials[kind],
): Promise<boolean> {
  const answer =
    kind === 'reset'
      ? await scene.ask('POST', '/customers/reset', { token: credential, newPassword: NEW_PASSWORD })
      : kind === 'change of the address'
        ? await scene.ask('POST', '/customers/email/confirm', { token: credential })
        : await scene.ask('GET', '/customers/me', undefined, credential);
  return answer.status < 300;
}

describe('what was revoked of a customer', () => {
  let scene: CustomerScene;

  // Anew for each test: attempts are counted in the process.
  beforeEach(async () => {
    scene = await startScene();
  });
  afterEach(() => scene.close());

  /** The tokens that were mailed to the address and are no decoys. */
  async function mailedTokens(email: string): Promise<string[]> {
    const { db } = scene.store.admin;
    const mails = await db.mail.findMany({ where: { recipient: email, kind: 'password_reset' } });
    const { sealer } = scene.api.env.services;
    return mails.flatMap(({ tokenSealed }) => (tokenSealed ? [sealer.open(tokenSealed)] : []));
  }

  for (const { what, ends, keepsPassword = false, revoke } of WAYS) {
    it(`cannot be used after ${what}`, async () => {
      const [holder, other] = [await createHolder(scene), await createHolder(scene)];

      await revoke(scene, holder);

      for (const kind of KINDS)
        if (ends.includes(kind)) expect(await use(scene, holder, kind), kind).to.equal(false);
        else if (kind.endsWith('session')) expect(await use(scene, holder, kind), kind).to.equal(true);
      expect(await use(scene, other, 'session'), 'another customer’s session').to.equal(true);
      expect(await use(scene, other, 'reset'), 'another customer’s reset').to.equal(true);
    });

    if (!keepsPassword)
      it(`cannot be had by the former password while ${what} is under way`, async () => {
        for (let round = 0; round < 3; round += 1) {
          const holder = await createHolder(scene);
          const { email } = holder;

          const [, ...logins] = await Promise.all([
            revoke(scene, holder),
            ...Array.from({ length: 3 }, () =>
              scene.ask('POST', '/customers/login', { email, password: PASSWORD }),
            ),
          ]);

          for (const { status, body } of logins)
            if (status === 200) expect(await use(scene, holder, 'session', body.token)).to.equal(false);
        }
      });
  }

  it('can’t be a change of the address that the former password began while it was changed', async () => {
    const { env } = scene.api;
    const { id, token } = await scene.shopper();
    const address = newEmail();

    const request = await env.database.system.transaction(async (tx) => {
      await tx.sql`SELECT id FROM customers WHERE id = ${id}::uuid FOR UPDATE`;
      const body = { newEmail: address, currentPassword: PASSWORD };
      const answer = scene.ask('POST', '/customers/me/email/change', body, token);
      await until(async () => {
        const [row] = await queryAsOwner<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row?.count === 1;
      }, 'the request to wait');
      await tx.customer.updateMany({ where: { id }, data: { passwordHash: 'another' } });
      return { answer };
    });

    (await request.answer).refused('step_up_failed');
    expect(await scene.store.admin.db.customerToken.count({ where: { purpose: 'email_change' } })).to.equal(
      0,
    );
    expect(await scene.store.admin.db.mail.count({ where: { recipient: address } })).to.equal(0);
  });

  it('can’t be had by a message to the former address that was written during the change', async () => {
    const { env } = scene.api;
    const holder = await createHolder(scene);
    const { email } = holder;
    let hasChanged = false;
    const waiting = async () => {
      const [row] = await queryAsOwner<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.count;
    };

    const ends = await env.database.system.transaction(async (tx) => {
      // The request has read the customer and can't write its token while this is held: a row names its store. The change can
      // do all but write its message.
      await tx.sql`SELECT id FROM tenants WHERE id = ${scene.store.tenantId}::uuid FOR UPDATE`;
      const request = scene.ask('POST', '/customers/reset/request', { email });
      await until(async () => (await waiting()) === 1, 'the request to wait');
      const change = use(scene, holder, 'change of the address').finally(() => {
        hasChanged = true;
      });
      await until(async () => hasChanged || (await waiting()) === 2, 'the change');
      return { request, change };
    });

    (await ends.request).expect(202);
    expect(await ends.change).to.equal(true);
    const tokens = await mailedTokens(email);
    expect(tokens).to.have.length(1);
    for (const token of tokens) expect(await use(scene, holder, 'reset', token)).to.equal(false);
  });
});
