import { Type } from 'typebox';
import { ROLE_NAMES } from '../permissions.ts';
import { id, nameText, nullable, object, stringEnum, timestamp, version } from '../schema.ts';

export const role = stringEnum(ROLE_NAMES);

export const name = nameText(255);

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCode = Type.String({ minLength: 6, maxLength: 64 });

export const user = object({
  id,
  email: Type.String(),
  name: nullable(Type.String()),
  role,
  disabled: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  createdAt: timestamp,
  version,
});

export const invitation = object({
  id,
  email: Type.String(),
  name: nullable(Type.String()),
  role,
  createdAt: timestamp,
  expiresAt: timestamp,
});

export const exampleUser = {
  id: 'f3b1d9a0-6f0e-4a7e-8f0e-2d1c3b4a5968',
  email: 'grace@tea.example',
  name: 'Grace',
  role: 'support' as const,
  disabled: false,
  hasSecondFactor: true,
  createdAt: '2026-01-15T09:30:00.000Z',
  version: 1,
};

export const exampleInvitation = {
  id: 'b1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f615',
  email: 'grace@tea.example',
  name: 'Grace',
  role: 'support' as const,
  createdAt: '2026-01-15T09:30:00.000Z',
  expiresAt: '2026-01-22T09:30:00.000Z',
};
