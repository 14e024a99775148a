import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { TextArea } from '../../ui/form.tsx';
import { Field } from '../../ui/index.tsx';
import { LOCALES, type Locale } from './mails/mail-queries.ts';
import { filled, type PaymentAccount } from './payment-accounts.ts';
import { settingsQuery } from './settings-query.ts';

const MAX_LENGTH = 2000;

const fieldOf = (locale: Locale) => `instructions.${locale}` as const;

/** The instructions for paying without a provider, and how long the order waits. */
export function ByHand({ account }: { account?: PaymentAccount }) {
  const { t, language } = useIntl(SETTINGS_TEXTS);
  const store = useQuery(settingsQuery).data;
  const [instructions, setInstructions] = useState(account?.instructions ?? '');
  const [translated, setTranslated] = useState<Partial<Record<Locale, string>>>(
    account?.instructionsByLocale ?? {},
  );
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const others = LOCALES.filter((locale) => locale !== store?.locale || translated[locale] !== undefined);
  return (
    <>
      <TextArea
        label={t('payments.instructions')}
        name="instructions"
        hint={t('payments.instructionsHint')}
        maxLength={MAX_LENGTH}
        value={instructions}
        onChange={setInstructions}
      />
      <details open={Object.keys(translated).length > 0}>
        <summary>{t('payments.translated')}</summary>
        <p className="hint">{t('payments.translatedHint')}</p>
        <div className="grid gap-2 pt-2">
          {others.map((locale) => (
            <TextArea
              key={locale}
              label={languages.of(locale) ?? locale}
              name={fieldOf(locale)}
              rows={3}
              maxLength={MAX_LENGTH}
              value={translated[locale] ?? ''}
              onChange={(text) => setTranslated({ ...translated, [locale]: text })}
            />
          ))}
        </div>
      </details>
      <Field
        label={t('payments.dueDays')}
        name="dueDays"
        type="number"
        min={1}
        max={90}
        defaultValue={account?.dueDays ?? 14}
        required
      />
    </>
  );
}

/** The values as they stand in the form; numbers of a form are text. */
export function readByHand(form: HTMLFormElement) {
  const { instructions, dueDays } = filled(form, ['instructions', 'dueDays']);
  const translated = filled(form, LOCALES.map(fieldOf));
  return {
    ...(instructions ? { instructions } : {}),
    instructionsByLocale: Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const text = translated[fieldOf(locale)];
        return text ? [[locale, text] as const] : [];
      }),
    ),
    dueDays: Number(dueDays),
  };
}
