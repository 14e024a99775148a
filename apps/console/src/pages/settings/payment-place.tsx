import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PAYMENT_TERMS_TEXTS } from '../../i18n/payment-terms.ts';
import { Button } from '../../ui/index.tsx';
import { ACCOUNTS_KEY, type PaymentAccount } from './payment-accounts.ts';

/** Moves an account to another position, one at a time, because each move is based on the current list. */
export function useMover() {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ account: { id, version }, position }: { account: PaymentAccount; position: number }) =>
      admin.updatePaymentAccount({ id, body: { position } }, { ifMatch: version }),
    onSettled: () => client.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
  });
  return {
    error: move.error,
    moved: move.data && { name: move.data.name, place: move.data.position + 1 },
    onMove(account: PaymentAccount, position: number) {
      if (!move.isPending) move.mutate({ account, position });
    },
  };
}

interface PlaceProps {
  account: PaymentAccount;
  place: number;
  total: number;
  onMove(account: PaymentAccount, place: number): void;
}

/** The buttons keep the focus, even at either end: an operator who uses the keyboard presses again. */
export function Place({ account, place, total, onMove }: PlaceProps) {
  const { t } = useIntl(PAYMENT_TERMS_TEXTS);
  const steps = [
    ['terms.up', '↑', place - 1],
    ['terms.down', '↓', place + 1],
  ] as const;
  return (
    <div className="moves">
      {steps.map(([label, sign, to]) => {
        const isEnd = to < 0 || to >= total;
        return (
          <Button
            key={label}
            aria-label={t(label, { name: account.name })}
            aria-disabled={isEnd}
            onClick={() => !isEnd && onMove(account, to)}
          >
            {sign}
          </Button>
        );
      })}
    </div>
  );
}
