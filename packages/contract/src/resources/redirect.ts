import { Type } from 'typebox';
import { id, object, text, timestamp } from '../schema.ts';
import { importProgress, PROGRESS_EXAMPLE } from './import-progress.ts';

const shopPath = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description });

/** A row of an import of redirects. */
export const redirectRow = object({
  from: shopPath('A path that the shop doesn’t have, with its query if that counts: `/products/tea`'),
  to: shopPath('The path of a page of the shop: `/p/tea`'),
});

export const redirect = object({ id, from: Type.String(), to: Type.String(), createdAt: timestamp });

export const REDIRECT_EXAMPLE = {
  id: 'a1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f630',
  from: '/products/darjeeling',
  to: '/p/darjeeling',
  createdAt: '2026-01-15T09:30:00.000Z',
};

/** What a visitor asks for; longer ones lead nowhere. */
export const visitedPath = text(4000);

export const redirectImport = object({
  ...importProgress,
  created: Type.Integer({ description: 'Rows that created a redirect' }),
  updated: Type.Integer({ description: 'Rows that changed where an address leads' }),
  unchanged: Type.Integer({ description: 'Rows that said nothing new' }),
});

export const REDIRECT_IMPORT_EXAMPLE = {
  ...PROGRESS_EXAMPLE,
  rows: 800,
  processed: 800,
  created: 799,
  updated: 0,
  unchanged: 0,
};
