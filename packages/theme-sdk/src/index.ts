export {
  defineTheme,
  type ThemeDefinition,
  type ThemeSlots,
  type ThemeTokens,
  themeCss,
} from './define-theme.ts';
export { Html, html } from './html.ts';
export { mayLoadTracker, type StoreCompliance, type Tracker } from './trackers.ts';
