import { type Static, Type } from 'typebox';
import { id, object, stringEnum, text, timestamp } from '../schema.ts';
import { locale } from './locale.ts';

const LEGAL_TEXTS = ['terms', 'withdrawal', 'privacy'] as const;

export const textKind = stringEnum(LEGAL_TEXTS, {
  description: 'terms: terms of business · withdrawal: right of withdrawal · privacy: privacy notice',
});

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the text in UTF-8' });

const shown = { kind: textKind, locale, version: Type.String(), sha256, text: Type.String() };

/** A text as operators see it. */
export const legalText = object({ id, ...shown, createdAt: timestamp });

/** The members of a text to publish. */
export const newLegalText = object({
  kind: textKind,
  locale,
  version: text(64),
  text: text(200_000),
});

/** A text as shoppers see it. */
export const currentText = object({
  ...shown,
  isRequired: Type.Boolean({ description: 'A checkout must accept a text of this kind' }),
});

/** The acceptance of a text in a checkout. */
export const acceptance = object({ kind: textKind, sha256 });

/** The acceptance as the order keeps it. */
export const acceptedText = object({
  kind: textKind,
  locale,
  version: Type.String(),
  sha256: Type.String(),
  acceptedAt: timestamp,
});

export type TextKind = Static<typeof textKind>;

export type AcceptedText = Static<typeof acceptedText>;

const SHA256 = '3bb4f0f19a2d3c2b5e0bb5a0f1b8f2f6d7d0a2c4e8f9b1a6c3d5e7f90a1b2c3d';

const exampleShown = {
  kind: 'terms' as const,
  locale: 'en' as const,
  version: '2026-01',
  sha256: SHA256,
  text: 'Terms of business …',
};

export const exampleLegalText = {
  id: 'f1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f651',
  ...exampleShown,
  createdAt: '2026-01-15T09:30:00.000Z',
};

export const exampleCurrentText = { ...exampleShown, isRequired: true };

export const exampleAcceptedText = {
  kind: 'terms' as const,
  locale: 'en' as const,
  version: '2026-01',
  sha256: SHA256,
  acceptedAt: '2026-01-15T09:31:00.000Z',
};
