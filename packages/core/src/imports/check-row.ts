import { loadLater, openOnce } from '@service/jobs/primitives';
import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';

interface Problem {
  /** The member, such as `/priceAmount`; empty: the row itself. */
  path: string;
  message: string;
}

/** Returns what is wrong with a row; undefined: it is of the right shape. */
export type CheckRow = (row: unknown) => Problem | undefined;

/** TypeBox's compiler takes ten megabytes, and only files are checked by it. */
export function createRowChecker(schema: TSchema): () => Promise<CheckRow> {
  const checker = openOnce<Pick<Validator, 'Check' | 'Errors'>>(async () =>
    (await loadLater(() => import('typebox/compile'))).Compile(schema),
  );
  return async () => {
    const compiled = await checker.open();
    return (row) => {
      if (compiled.Check(row)) return undefined;
      const [error] = compiled.Errors(row);
      return { path: error?.instancePath ?? '', message: error?.message ?? 'The row is not valid.' };
    };
  };
}
