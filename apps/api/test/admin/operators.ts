import { createHash, randomUUID } from 'node:crypto';
import type { Role } from '@service/contract';
import type { TestStore } from '@service/testing';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';

export const PASSWORD = 'a long enough password';

export interface Operator {
  id: string;
  email: string;
  accessToken: string;
  refreshToken: string;
}

/** A bearer token of the owner whom the store was made with. */
export async function ownerToken(api: TestApi, store: TestStore): Promise<string> {
  return (await login(api, store.adminEmail, store.adminPassword)).expect(200).accessToken;
}

/** The token goes out by mail only, so a test puts one of its own in the place of the one that was sent. */
export async function replaceInvitationToken(api: TestApi, invitationId: string): Promise<string> {
  const token = `inv_${randomUUID()}`;
  const tokenHash = new Uint8Array(createHash('sha256').update(token).digest());
  const { db } = api.env.system;
  await db.adminInvitation.updateMany({ where: { id: invitationId }, data: { tokenHash } });
  await db.adminInvitationToken.updateMany({ where: { invitationId }, data: { tokenHash } });
  return token;
}

/** A reset of the owner's password, with a token of the test's in the place of the one that goes out by mail. */
export async function openReset({ admin, adminEmail: email }: TestStore): Promise<string> {
  const token = `pr_${randomUUID()}`;
  const resetTokenHash = new Uint8Array(createHash('sha256').update(token).digest());
  const resetExpiresAt = new Date(Date.now() + 60_000);
  await admin.db.adminUser.updateMany({ where: { email }, data: { resetTokenHash, resetExpiresAt } });
  return token;
}

/** An operator who was invited by the owner, accepted, and logged in. */
export async function addOperator(api: TestApi, store: TestStore, role: Role): Promise<Operator> {
  const email = `${role}-${randomUUID()}@example.com`;
  const token = await ownerToken(api, store);
  const invited = await api.request('POST', '/admin/v1/users', { token, body: { email, role } });
  const invitation = await replaceInvitationToken(api, invited.body.id);
  const accepted = await api.request('POST', '/admin/v1/auth/accept-invitation', {
    body: { token: invitation, password: PASSWORD },
  });
  const tokens = await login(api, email);
  return { id: accepted.body.id, email, ...tokens.body };
}

export function login(api: TestApi, email: string, password = PASSWORD): Promise<Answer> {
  return api.request('POST', '/admin/v1/auth/login', { body: { email, password } });
}
