import { useIntl } from '../../i18n/index.tsx';
import { Select } from '../../ui/index.tsx';
import type { SubscriptionFields } from './subscription-form.tsx';

const FORMATS = ['envelope', 'slack', 'teams', 'discord', 'cloudevents'] as const;
const LOCALES = ['', 'en', 'de', 'fr', 'es'] as const;

export type FormatFields = Pick<SubscriptionFields, 'format' | 'locale'>;

export function isChat(format: FormatFields['format']): boolean {
  return format === 'slack' || format === 'teams' || format === 'discord';
}

/** The format of deliveries to a URL, and the language of a message for people. */
export function FormatInputs({
  fields,
  set,
  labels,
}: {
  fields: SubscriptionFields;
  set(next: Partial<FormatFields>): void;
  labels: Record<keyof FormatFields, string>;
}) {
  const { t } = useIntl();
  if (fields.kind !== 'push') return null;
  return (
    <>
      <Select
        label={labels.format}
        value={fields.format}
        options={FORMATS.map((format) => [format, t(`subscription.format.${format}`)])}
        onChange={(format) => set({ format: format as FormatFields['format'] })}
      />
      {isChat(fields.format) && (
        <>
          <p className="note">{t('subscription.formatHint')}</p>
          <Select
            label={labels.locale}
            value={fields.locale}
            options={LOCALES.map((locale) => [locale, t(`subscription.locale.${locale || 'store'}`)])}
            onChange={(locale) => set({ locale: locale as FormatFields['locale'] })}
          />
        </>
      )}
    </>
  );
}
