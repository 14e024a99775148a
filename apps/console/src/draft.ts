import { isServiceError } from '@service/client-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface Versioned {
  version: number;
}

interface DraftOptions<Saved extends Versioned, Fields extends object> {
  /** The resource in the service, as far as this page knows. */
  saved: Saved;
  fieldsOf(saved: Saved): Fields;
  save(input: { changed: Partial<Fields>; whole: Fields; version: number; before: Saved }): Promise<Saved>;
  /** Loads the newest version, after another change was saved first. */
  reload(): Promise<Saved>;
  onSaved?(saved: Saved): void;
}

export interface Draft<Saved extends Versioned, Fields extends object> {
  fields: Fields;
  /** A function gets the current fields: for work that ends later, such as an upload. */
  set(next: Partial<Fields> | ((now: Fields) => Partial<Fields>)): void;
  reset(): void;
  isDirty: boolean;
  isSaving: boolean;
  isSaved: boolean;
  error: unknown;
  save(): void;
  /** Saves the unsaved fields, and returns the saved resource; undefined: the form shows why it wasn't saved. */
  saveNow(): Promise<Saved | undefined>;
  /** The fields that another operator has changed to another value since editing began; undefined: there are none. */
  conflict: Conflict<Fields> | undefined;
  /** The version that the draft is based on. */
  base: Saved;
}

export interface Conflict<Fields extends object> {
  before: Fields;
  theirs: Fields;
  mine: Fields;
  /** Saves these values over the others. */
  resolve(values: Fields): void;
  /** Takes the other operator's values. */
  discard(): void;
}

/**
 * The fields of a resource that an operator edits. Unchanged fields follow the service. The operator's input is kept, and saved
 * over other operators' changes, unless both changed the same field: that is a conflict, which the operator decides.
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
  if (saved.version > base.version && contested(fieldsOf(base), fieldsOf(saved), fields).length === 0) {
    setBase(saved);
    setFields(merge(fieldsOf(base), fieldsOf(saved), fields));
  }

  /** Saves again over each newer version, as long as no other operator has changed the same field. */
  async function saveOver(on: Saved, values: Fields): Promise<Saved> {
    try {
      return await options.save({
        changed: difference(fieldsOf(on), values),
        whole: values,
        version: on.version,
        before: on,
      });
    } catch (error) {
      if (!isServiceError(error, 'precondition_failed')) throw error;
      const newest = await options.reload();
      if (contested(fieldsOf(on), fieldsOf(newest), values).length === 0)
        return saveOver(newest, merge(fieldsOf(on), fieldsOf(newest), values));
      setBase(on);
      setFields(values);
      setTheirs(newest);
      throw error;
    }
  }

  const mutation = useMutation({
    mutationFn: ({ on, values }: { on: Saved; values: Fields }) => saveOver(on, values),
    onSuccess: (now, { values }) => {
      setBase(now);
      // Input that was typed while saving is still unsaved.
      setFields((typed) => merge(values, fieldsOf(now), typed));
      setTheirs(undefined);
      options.onSaved?.(now);
    },
  });

  return {
    fields,
    set: (next) => {
      mutation.reset();
      setFields((now) => ({ ...now, ...(typeof next === 'function' ? next(now) : next) }));
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
    saveNow: async () =>
      isDirty ? mutation.mutateAsync({ on: base, values: fields }).catch(() => undefined) : base,
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

/** The members of `after` that differ from `before`. */
export function difference<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const names = Object.keys(after) as (keyof Fields)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  ) as Partial<Fields>;
}

/** The fields that both have changed, to different values. */
export function contested<Fields extends object>(
  before: Fields,
  theirs: Fields,
  mine: Fields,
): (keyof Fields)[] {
  const ofThem = difference(before, theirs);
  const ofMe = difference(before, mine);
  return (Object.keys(ofMe) as (keyof Fields)[]).filter(
    (name) => name in ofThem && !isSame(theirs[name], mine[name]),
  );
}

/** Merges the other operator's fields with mine: for a field that both have changed, it takes my value. */
export function merge<Fields extends object>(before: Fields, theirs: Fields, mine: Fields): Fields {
  return { ...theirs, ...difference(before, mine) };
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
