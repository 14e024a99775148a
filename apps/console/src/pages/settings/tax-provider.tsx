import { useQuery } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { TAX_TEXTS } from '../../i18n/taxes.ts';
import { Select } from '../../ui/index.tsx';
import type { TaxSettings } from './tax-classes.tsx';

type Provider = NonNullable<TaxSettings['provider']>;

/** The store says the rates itself: no provider has this name. */
export const NO_PROVIDER: Provider = { name: '', whenUnavailable: 'own_rates' };

const WHEN = ['own_rates', 'refuse_checkout'] as const;

interface ProviderFieldsProps {
  provider: Provider;
  onChange(provider: Provider): void;
}

/** The source of the rates. Where no module offers tax providers, there is nothing to choose. */
export function ProviderFields({ provider, onChange }: ProviderFieldsProps) {
  const { t } = useIntl(TAX_TEXTS);
  const modules = useQuery({ queryKey: ['modules'], queryFn: () => admin.listModules() });
  const offered = (modules.data?.items ?? []).flatMap(({ taxProviders }) => taxProviders);
  const names = [...new Set([...offered, ...(provider.name ? [provider.name] : [])])];
  if (names.length === 0) return null;
  return (
    <div className="pair">
      <div className="stack tight">
        <Select
          label={t('tax.provider')}
          value={provider.name}
          options={[['', t('tax.noProvider')], ...names.map((name) => [name, name] as const)]}
          onChange={(name) => onChange({ ...provider, name })}
        />
        <p className="hint">{t('tax.providerHint')}</p>
      </div>
      {provider.name && (
        <Select
          label={t('tax.whenUnavailable')}
          value={provider.whenUnavailable}
          options={WHEN.map((each) => [each, t(`tax.when_${each}`)])}
          onChange={(chosen) =>
            onChange({ ...provider, whenUnavailable: WHEN.find((each) => each === chosen) ?? 'own_rates' })
          }
        />
      )}
    </div>
  );
}
