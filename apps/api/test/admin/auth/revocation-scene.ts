import { createHash, randomUUID } from 'node:crypto';
import { access } from '@service/core';
import type { TestStore } from '@service/testing';
import { cookieOf } from '../../client.ts';
import type { TestApi } from '../../harness.ts';
import { addOperator, type Operator, PASSWORD, replaceInvitationToken } from '../operators.ts';

export type Kind =
  | 'access token'
  | 'refresh token'
  | 'console session'
  | 'link'
  | 'API key'
  | 'portal session'
  | 'page of the portal'
  | 'invitation';

export const KINDS: readonly Kind[] = [
  'access token',
  'refresh token',
  'console session',
  'link',
  'API key',
  'portal session',
  'page of the portal',
  'invitation',
];

export interface Holder {
  operator: Operator;
  /** Of the access token and the refresh token. */
  loginId: string;
  /** Whether the credential of this kind still changes something in the store. It is used up by that. */
  canWrite(kind: Kind): Promise<boolean>;
  canWriteWith(kind: Kind, credential: string): Promise<boolean>;
  /** Uses or renews what can be, in many requests at once. Returns the credentials that came of it. */
  renewEverything(kinds: readonly Kind[]): Promise<{ kind: Kind; credential: string }[]>;
  /** A token that resets the operator's password. */
  openReset(): Promise<string>;
}

/** An owner who has one credential of each kind. */
export async function createHolder(api: TestApi, store: TestStore): Promise<Holder> {
  const operator = await addOperator(api, store, 'owner');
  const signIn = (body: object) =>
    fetch(`${api.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });
  const byToken = (token: string, method: string, path: string, body: object) =>
    api.request(method, path, { token, body });
  const write = async (headers: Record<string, string>) => {
    const response = await fetch(`${api.url}/admin/v1/categories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify({ name: randomUUID() }),
    });
    return response.status === 201;
  };
  const asBearer = (token: string) => write({ authorization: `Bearer ${token}` });
  const refresh = (refreshToken: string) =>
    api.request('POST', '/admin/v1/auth/refresh', { body: { refreshToken } });

  const makeKey = () =>
    byToken(operator.accessToken, 'POST', '/admin/v1/api-keys', {
      name: 'T',
      permissions: ['catalog:write'],
    });
  const openPortal = () =>
    byToken(operator.accessToken, 'POST', '/admin/v1/webhooks/portal-sessions', {
      label: 'T',
      capabilities: ['manage'],
      expiresInSeconds: 600,
    });
  const tokenOf = ({ url = '' }: { url?: string }) => url.split('#token=')[1] ?? '';
  const openPage = async () => {
    const response = await fetch(`${api.url}/portal/${store.tenantId}/session`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenOf((await openPortal()).body)}`,
        'sec-fetch-site': 'same-origin',
      },
    });
    return cookieOf(response);
  };
  const invite = () =>
    byToken(operator.accessToken, 'POST', '/admin/v1/users', {
      email: `${randomUUID()}@example.com`,
      role: 'manager',
    });
  const acceptableInvitation = async () => replaceInvitationToken(api, (await invite()).expect(202).id);
  const makeLink = async () => (await access.createSignInLink(api.env.system, operator.email)) ?? '';

  const credentials: Record<Kind, string> = {
    'access token': operator.accessToken,
    'refresh token': operator.refreshToken,
    'console session': cookieOf(await signIn({ email: operator.email, password: PASSWORD })),
    link: await makeLink(),
    'API key': (await makeKey()).expect(201).key,
    'portal session': tokenOf((await openPortal()).expect(201)),
    'page of the portal': await openPage(),
    invitation: await acceptableInvitation(),
  };

  const uses: Record<Kind, (credential: string) => Promise<boolean>> = {
    'access token': asBearer,
    'refresh token': async (token) => {
      const { status, body } = await refresh(token);
      return status === 200 && asBearer(body.accessToken);
    },
    'console session': (cookie) => write({ cookie }),
    link: async (link) => write({ cookie: cookieOf(await signIn({ link })) }),
    'API key': asBearer,
    'portal session': async (token) =>
      (await api.request('GET', '/admin/v1/auth/me', { token })).status === 200,
    'page of the portal': async (cookie) => {
      const headers = { cookie, 'x-portal-store': store.tenantId, 'sec-fetch-site': 'same-origin' };
      return (await fetch(`${api.url}/admin/v1/auth/me`, { headers })).status === 200;
    },
    invitation: async (token) => {
      const body = { token, password: PASSWORD };
      return (await api.request('POST', '/admin/v1/auth/accept-invitation', { body })).status === 201;
    },
  };

  /** What one request makes of a credential of this kind: the next one, or nothing. */
  const renewals: Record<Kind, () => Promise<{ kind: Kind; credential: string }[]>> = {
    'access token': async () => [],
    'refresh token': async () => {
      const renewed: { kind: Kind; credential: string }[] = [];
      for (let token = operator.refreshToken, left = 3; token && left > 0; left -= 1) {
        const { body } = await refresh(token);
        token = body.refreshToken;
        if (token)
          renewed.push(
            { kind: 'access token', credential: body.accessToken },
            { kind: 'refresh token', credential: token },
          );
      }
      return renewed;
    },
    'console session': async () => [],
    link: async () => {
      const credential = cookieOf(await signIn({ link: credentials.link }));
      return credential ? [{ kind: 'console session', credential }] : [];
    },
    'API key': async () => made('API key', (await makeKey()).body.key),
    'portal session': async () => made('portal session', tokenOf((await openPortal()).body)),
    'page of the portal': async () => made('page of the portal', await openPage()),
    invitation: async () => {
      const { id } = (await invite()).body;
      const open = id && (await store.admin.db.adminInvitation.count({ where: { id } }));
      return open ? made('invitation', await replaceInvitationToken(api, id)) : [];
    },
  };
  const made = (kind: Kind, credential: string | undefined) => (credential ? [{ kind, credential }] : []);

  return {
    operator,
    loginId: JSON.parse(atob(operator.accessToken.split('.')[1] ?? '')).session,
    canWrite: (kind) => uses[kind](credentials[kind]),
    canWriteWith: (kind, credential) => uses[kind](credential),
    async renewEverything(kinds) {
      const attempts = kinds.flatMap((kind) => Array.from({ length: 4 }, () => renewals[kind]()));
      return (await Promise.all(attempts)).flat();
    },
    async openReset() {
      const token = `pr_${randomUUID()}`;
      const resetTokenHash = new Uint8Array(createHash('sha256').update(token).digest());
      const resetExpiresAt = new Date(Date.now() + 60_000);
      const where = { id: operator.id };
      await store.admin.db.adminUser.updateMany({ where, data: { resetTokenHash, resetExpiresAt } });
      return token;
    },
  };
}
