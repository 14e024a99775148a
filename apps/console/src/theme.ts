import { keep, readKept } from './kept.ts';

const KEY = 'commerce-theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function chosenTheme(): Theme {
  const kept = readKept(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  keep(KEY, theme);
  apply(theme);
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

apply(chosenTheme());
