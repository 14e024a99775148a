import { isServiceError } from '@service/client-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface Versioned {
  version: number;
}

interface DraftOptions<Saved extends Versioned, Fields extends object> {
  /** As the service has it, as far as this page knows. */
  saved: Saved;
  fieldsOf(saved: Saved): Fields;
  save(input: { changed: Partial<Fields>; whole: Fields; version: number; before: Saved }): Promise<Saved>;
  /** The newest, after somebody else was faster. */
  reload(): Promise<Saved>;
  onSaved?(saved: Saved): void;
}

export interface Draft<Saved extends Versioned, Fields extends object> {
  fields: Fields;
  set(next: Partial<Fields>): void;
  reset(): void;
  isDirty: boolean;
  isSaving: boolean;
  isSaved: boolean;
  error: unknown;
  save(): void;
  /** What somebody else has saved since editing began; undefined: nobody was faster. */
  conflict: Conflict<Fields> | undefined;
  /** What the draft rests on. */
  base: Saved;
}

export interface Conflict<Fields extends object> {
  before: Fields;
  theirs: Fields;
  mine: Fields;
  /** Saves these values over theirs. */
  resolve(values: Fields): void;
  /** Takes theirs. */
  discard(): void;
}

/**
 * What somebody edits of a resource. It follows the service until something is typed; from then on what is typed is
 * kept, and a save that somebody else has overtaken becomes a conflict that can be merged or overwritten.
 */
export function useDraft<Saved extends Versioned, Fields extends object>(
  options: DraftOptions<Saved, Fields>,
): Draft<Saved, Fields> {
  const { saved, fieldsOf } = options;
  const [base, setBase] = useState(saved);
  const [fields, setFields] = useState(() => fieldsOf(saved));
  const [theirs, setTheirs] = useState<Saved>();
  const isDirty = Object.keys(difference(fieldsOf(base), fields)).length > 0;

  const rest = (on: Saved) => {
    setBase(on);
    setFields(fieldsOf(on));
    setTheirs(undefined);
  };
  if (!isDirty && saved.version > base.version) rest(saved);

  const mutation = useMutation({
    mutationFn: ({ on, values }: { on: Saved; values: Fields }) =>
      options.save({
        changed: difference(fieldsOf(on), values),
        whole: values,
        version: on.version,
        before: on,
      }),
    onSuccess: (now) => {
      rest(now);
      options.onSaved?.(now);
    },
    onError: async (error) => {
      if (isServiceError(error, 'precondition_failed')) setTheirs(await options.reload());
    },
  });

  return {
    fields,
    set: (next) => {
      mutation.reset();
      setFields((before) => ({ ...before, ...next }));
    },
    reset: () => {
      mutation.reset();
      rest(saved.version > base.version ? saved : base);
    },
    isDirty,
    isSaving: mutation.isPending,
    isSaved: mutation.isSuccess && !isDirty,
    error: theirs ? undefined : mutation.error,
    save: () => mutation.mutate({ on: base, values: fields }),
    conflict: theirs && {
      before: fieldsOf(base),
      theirs: fieldsOf(theirs),
      mine: fields,
      resolve: (values) => {
        setBase(theirs);
        setFields(values);
        setTheirs(undefined);
        mutation.mutate({ on: theirs, values });
      },
      discard: () => {
        mutation.reset();
        rest(theirs);
      },
    },
    base,
  };
}

/** The members of `after` that aren't as before. */
export function difference<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const names = Object.keys(after) as (keyof Fields)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  ) as Partial<Fields>;
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
