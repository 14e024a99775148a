import { useIntl } from '../../../i18n/index.tsx';
import { MAIL_TEXTS } from '../../../i18n/mails.ts';
import { Select } from '../../../ui/index.tsx';
import { LOCALES, type Locale } from './mail-queries.ts';

export function LocaleSelect({ locale, onChange }: { locale: Locale; onChange(locale: string): void }) {
  const { t } = useIntl(MAIL_TEXTS);
  return (
    <Select
      label={t('mails.locale')}
      value={locale}
      options={LOCALES.map((each) => [each, t(`mails.locale.${each}`)])}
      onChange={onChange}
    />
  );
}
