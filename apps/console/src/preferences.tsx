import { useState } from 'react';
import { LANGUAGES, type Language, useIntl } from './i18n/index.tsx';
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.ts';
import { Select } from './ui/index.tsx';
import type { MenuChoice } from './ui/menu.tsx';

/** Language and appearance, stored in this browser. */
export function usePreferences(): readonly MenuChoice[] {
  const { t, language, setLanguage } = useIntl();
  const [theme, setTheme] = useState(chosenTheme);
  return [
    {
      title: t('nav.language'),
      value: language,
      options: Object.entries(LANGUAGES),
      onChoose: (value) => setLanguage(value as Language),
    },
    {
      title: t('nav.theme'),
      value: theme,
      options: THEMES.map((each) => [each, t(`theme.${each}`)] as const),
      onChoose(value) {
        chooseTheme(value as Theme);
        setTheme(value as Theme);
      },
    },
  ];
}

/** The same, as form fields. */
export function Preferences() {
  return usePreferences().map(({ title, value, options, onChoose }) => (
    <Select key={title} label={title} value={value} options={options} onChange={onChoose} />
  ));
}
