import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

interface SavedInput {
  /** The value in the service. */
  saved: string;
  /** The version of the draft. */
  version: number;
  onLeave(text: string, input: HTMLInputElement): void;
}

/**
 * A field that is saved once it is left, or by Enter. Each version of the draft shows what is saved, but not where something is being
 * typed while another field is saved.
 */
export function useSavedInput({ saved, version, onLeave }: SavedInput) {
  const ref = useRef<HTMLInputElement>(null);
  const shown = useRef(saved);
  // A new version shows the same text again where another was typed.
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
