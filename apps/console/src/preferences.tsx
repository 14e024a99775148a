import { useState } from 'react';
import { LANGUAGES, type Language, useIntl } from './i18n/index.tsx';
import { chooseTheme, chosenTheme, THEMES, type Theme } from './theme.ts';
import { Select } from './ui/index.tsx';

/** Language and appearance, kept in this browser. */
export function Preferences() {
  const { t, language, setLanguage } = useIntl();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <>
      <Select
        label={t('nav.language')}
        value={language}
        options={Object.entries(LANGUAGES)}
        onChange={(value) => setLanguage(value as Language)}
      />
      <Select
        label={t('nav.theme')}
        value={theme}
        options={THEMES.map((each) => [each, t(`theme.${each}`)] as const)}
        onChange={(value) => {
          chooseTheme(value as Theme);
          setTheme(value as Theme);
        }}
      />
    </>
  );
}
