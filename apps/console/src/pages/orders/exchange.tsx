import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { RETURN_TEXTS } from '../../i18n/returns.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Field, Select } from '../../ui/index.tsx';
import type { Order } from './order.tsx';
import type { Return } from './returns.tsx';
import { Units, useAction } from './units.tsx';

type Line = Order['lines'][number];
type Body = Parameters<typeof admin.exchangeReturn>[0]['body'];

interface Choice {
  variantId?: string;
  price?: string;
}

/** The form for each returned line: how many, in exchange for which variant of its product, and at which other price, if any. */
export function Exchange({ order, of, onClose }: { order: Order; of: Return; onClose(): void }) {
  const { t } = useIntl(RETURN_TEXTS);
  const came = (line: Line) =>
    Math.min(
      of.received.filter(({ lineId }) => lineId === line.id).reduce((sum, { quantity }) => sum + quantity, 0),
      line.quantity - line.refundedQuantity - line.exchangedQuantity,
    );
  const lines = order.lines.filter((line) => came(line) > 0);
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const exchange = useAction((body: Body) => admin.exchangeReturn({ id: of.id, body }), onClose);
  const priceOf = ({ id }: Line) => parseAmount(choices[id]?.price ?? '', order.currency);
  const isWrong = (line: Line) => Boolean(choices[line.id]?.price) && priceOf(line) === undefined;
  function submit() {
    const chosen = lines.flatMap((line) => {
      const [quantity, unitAmount] = [Number(counts[line.id] ?? came(line)), priceOf(line)];
      const variantId = choices[line.id]?.variantId ?? line.variantId;
      if (quantity === 0) return [];
      return [{ lineId: line.id, quantity, variantId, ...(unitAmount === undefined ? {} : { unitAmount }) }];
    });
    if (chosen.length > 0 && !lines.some(isWrong)) exchange.mutate({ lines: chosen });
  }
  return (
    <FormDialog
      title={t('returns.exchange')}
      submit={t('returns.exchange')}
      sending={exchange}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('returns.exchangeHint')}</p>
      <Units lines={lines} most={came} start={came} counts={counts} onChange={setCounts} />
      {lines.map((line) => (
        <For
          key={line.id}
          line={line}
          currency={order.currency}
          choice={choices[line.id] ?? {}}
          isWrong={isWrong(line)}
          onChange={(choice) => setChoices({ ...choices, [line.id]: choice })}
        />
      ))}
    </FormDialog>
  );
}

interface ForProps {
  line: Line;
  currency: string;
  choice: Choice;
  isWrong: boolean;
  onChange(choice: Choice): void;
}

function For({ line, currency, choice, isWrong, onChange }: ForProps) {
  const { t } = useIntl(RETURN_TEXTS);
  const { productId, variantId, productTitle } = line;
  const query = useQuery({
    queryKey: ['products', productId],
    queryFn: () => admin.getProduct({ productId }),
  });
  const others = (query.data?.variants ?? []).filter(({ id }) => id !== variantId);
  return (
    <div className="stack tight">
      <Select
        label={t('returns.for', { product: productTitle })}
        value={choice.variantId ?? variantId}
        options={[
          [variantId, t('returns.same')] as const,
          ...others.map(({ id, sku, title }) => [id, [title, sku].filter(Boolean).join(', ')] as const),
        ]}
        onChange={(value) => onChange({ ...choice, variantId: value })}
      />
      <Field
        label={`${t('returns.price')} (${currency})`}
        inputMode="decimal"
        value={choice.price ?? ''}
        error={isWrong ? t('common.invalidAmount') : undefined}
        onChange={(event) => onChange({ ...choice, price: event.target.value })}
      />
    </div>
  );
}
