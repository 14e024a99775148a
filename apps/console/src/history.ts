import { useState } from 'react';

interface Past<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** The control that made the latest change: a further change with the same one is part of the same step. */
  by: string | undefined;
}

/** A state with undo and redo. */
export function useHistory<State>(initial: State) {
  const [{ past, present, future }, setPast] = useState<Past<State>>({
    past: [],
    present: initial,
    future: [],
    by: undefined,
  });
  return {
    state: present,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    set: (next: (state: State) => State, by?: string) =>
      setPast((all) => ({
        past: by !== undefined && by === all.by ? all.past : [...all.past, all.present],
        present: next(all.present),
        future: [],
        by,
      })),
    /** The next change is a step of its own. */
    endStep: () => setPast((all) => ({ ...all, by: undefined })),
    undo: () =>
      setPast((all) => {
        const last = all.past.at(-1);
        if (last === undefined) return all;
        return {
          past: all.past.slice(0, -1),
          present: last,
          future: [all.present, ...all.future],
          by: undefined,
        };
      }),
    redo: () =>
      setPast((all) => {
        const [next, ...rest] = all.future;
        if (next === undefined) return all;
        return { past: [...all.past, all.present], present: next, future: rest, by: undefined };
      }),
    /** Changes the present and clears the history. */
    restart: (next: (state: State) => State) =>
      setPast((all) => ({ past: [], present: next(all.present), future: [], by: undefined })),
  };
}
