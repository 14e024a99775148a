import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

interface SavedInput {
  /** The value in the service. */
  saved: string;
  /** The version of the draft. */
  version: number;
  onLeave(text: string, input: HTMLInputElement): void;
}

/**
 * A field that is saved when it loses the focus, or with Enter. Each version of the draft shows the saved values, except in a
 * field in which the operator is typing while another is saved.
 */
export function useSavedInput({ saved, version, onLeave }: SavedInput) {
  const ref = useRef<HTMLInputElement>(null);
  const shown = useRef(saved);
  // A new version shows the saved text again if another was typed.
  useEffect(() => {
    const input = ref.current;
    const isTyped = input === document.activeElement && input?.value !== shown.current;
    if (input && !isTyped) input.value = saved;
    shown.current = saved;
  }, [saved, version]);
  return {
    ref,
    defaultValue: saved,
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => onLeave(target.value, target),
    onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
      if (key === 'Enter') currentTarget.blur();
    },
  };
}
