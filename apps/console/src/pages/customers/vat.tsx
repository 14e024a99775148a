import { CUSTOMER_TEXTS } from '../../i18n/customers.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Badge } from '../../ui/index.tsx';

const TONES = {
  pending: 'idle',
  valid: 'good',
  invalid: 'bad',
  unavailable: 'warn',
  unsupported: 'idle',
} as const;

export function VatStatus({ of }: { of: keyof typeof TONES | null }) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  return of && <Badge tone={TONES[of]}>{t(`vat.${of}`)}</Badge>;
}
