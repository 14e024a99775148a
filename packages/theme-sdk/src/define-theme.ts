import type { Html } from './html.ts';

/** Design decisions by name, such as `color-accent`; they become CSS custom properties. */
export type ThemeTokens = Readonly<Record<string, string | number>>;

/** Places of a page that a theme fills: a function for each, from the data that the place gets to markup. */
export type ThemeSlots<Data> = { readonly [Slot in keyof Data]: (data: Data[Slot]) => Html };

export interface ThemeDefinition<Data = Record<string, unknown>> {
  /** Lower-case letters, digits and hyphens. */
  name: string;
  tokens: ThemeTokens;
  slots: ThemeSlots<Data>;
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const UNSAFE_IN_CSS = /[;{}<]/;

/** Checks the names and values once, so that what is rendered later can't break out of the style sheet. Throws a TypeError. */
export function defineTheme<Data>(theme: ThemeDefinition<Data>): ThemeDefinition<Data> {
  if (!NAME.test(theme.name))
    throw new TypeError(`The theme name ${theme.name} must be lower-case letters, digits and hyphens.`);
  for (const [token, value] of Object.entries(theme.tokens)) {
    if (!NAME.test(token))
      throw new TypeError(`The token name ${token} must be lower-case letters, digits and hyphens.`);
    if (UNSAFE_IN_CSS.test(String(value)))
      throw new TypeError(`The token ${token} holds a character that ends a CSS value.`);
  }
  return Object.freeze({ ...theme });
}

/** The tokens as CSS custom properties: `:root{--color-accent:#047857}`. */
export function themeCss({ tokens }: Pick<ThemeDefinition, 'tokens'>): string {
  const properties = Object.entries(tokens).map(([token, value]) => `--${token}:${value}`);
  return `:root{${properties.join(';')}}`;
}
