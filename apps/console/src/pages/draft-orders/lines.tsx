import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import type { Named } from '../../i18n/codes.ts';
import { DRAFT_TEXTS } from '../../i18n/draft-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { FindBox } from '../../ui/combo-box.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Button, Card, Problem } from '../../ui/index.tsx';
import { Sums } from '../../ui/list.tsx';
import { type DraftOrder, linesOf, type Save, useSaved } from './use-draft-order.ts';
import { useSavedInput } from './use-saved-input.ts';

type Line = DraftOrder['lines'][number];

const nameOf = ({ productTitle, variantTitle }: Line) =>
  [productTitle, variantTitle].filter(Boolean).join(', ');

/** The goods, each with its quantity and its price, and the total. */
export function Lines({ draft, mayChange }: { draft: DraftOrder; mayChange: boolean }) {
  const { t, money } = useIntl(DRAFT_TEXTS);
  const save = useSaved(draft);
  const { currency, lines } = draft;
  const shared = { draft, save, mayChange };
  const columns: readonly Column<Line>[] = [
    { title: t('draft.product'), cell: (line) => <Goods line={line} /> },
    { title: t('draft.quantity'), kind: 'line', cell: (line) => <Quantity line={line} {...shared} /> },
    { title: t('draft.price', { currency }), cell: (line) => <Price line={line} {...shared} /> },
    { title: t('draft.total'), kind: 'figure', cell: ({ total }) => money(total, currency) },
    ...(mayChange
      ? [
          {
            title: t('common.remove'),
            cell: (line: Line) => <Remove line={line} {...shared} />,
          },
        ]
      : []),
  ];
  return (
    <Card title={t('drafts.lines')}>
      {lines.length === 0 ? (
        <p className="quiet">{t('draft.noLines')}</p>
      ) : (
        <DataTable label={t('drafts.lines')} columns={columns} rows={lines} />
      )}
      {mayChange && draft.declinesGifts && (
        <div className="actions">
          <Button onClick={() => save.mutate(() => ({ declinesGifts: false }))}>
            {t('draft.takeGifts')}
          </Button>
        </div>
      )}
      {mayChange && <Add save={save} />}
      <Problem error={save.error} />
      <Totals draft={draft} />
    </Card>
  );
}

function Goods({ line }: { line: Line }) {
  const { t } = useIntl(DRAFT_TEXTS);
  return (
    <div>
      {nameOf(line)}
      <small className="below">{line.sku}</small>
      {line.isGift && <small className="below">{t('draft.gift')}</small>}
      {line.issues.map((issue) => (
        <small key={issue} className="below bad-text">
          {t(`draft.issue.${issue}`, { count: line.availableQuantity })}
        </small>
      ))}
    </div>
  );
}

interface CellProps {
  line: Line;
  draft: DraftOrder;
  save: Save;
  mayChange: boolean;
}

function Quantity({ line, draft, save, mayChange }: CellProps) {
  const { t } = useIntl(DRAFT_TEXTS);
  const input = useSavedInput({
    saved: String(line.quantity),
    version: draft.version,
    onLeave(text) {
      const quantity = Number(text);
      if (Number.isInteger(quantity) && quantity > 0 && quantity !== line.quantity)
        save.mutate((newest) => ({ lines: changed(newest, line, { quantity }) }));
    },
  });
  if (!mayChange || line.isGift) return line.quantity;
  return (
    <input
      {...input}
      type="number"
      min={1}
      max={9999}
      className="short"
      aria-label={t('draft.quantityOf', { name: nameOf(line) })}
    />
  );
}

function Price({ line, draft, save, mayChange }: CellProps) {
  const { t, money, typed } = useIntl(DRAFT_TEXTS);
  const { currency, version } = draft;
  const { unitAmount, unitAmountByHand, catalogueUnitAmount } = line;
  /** The version of the draft to which the input belongs. */
  const [wrongOf, setWrongOf] = useState<number>();
  const isWrong = wrongOf === version;
  const amount = (value: number) => money(value, currency);
  const current = unitAmountByHand ?? catalogueUnitAmount;
  const input = useSavedInput({
    saved: current === null ? '' : typed(typedAmount(current, currency)),
    version,
    onLeave(text) {
      const given = text.trim() === '' ? null : parseAmount(text, currency);
      setWrongOf(given === undefined ? version : undefined);
      // The catalogue's price, left unchanged, isn't a price by hand.
      if (given === undefined || given === current) return;
      const byHand = given === catalogueUnitAmount ? null : given;
      save.mutate((newest) => ({ lines: changed(newest, line, { unitAmountByHand: byHand }) }));
    },
  });

  return (
    <div>
      {mayChange && !line.isGift ? (
        <input
          {...input}
          inputMode="decimal"
          className="short"
          aria-label={t('draft.priceOf', { name: nameOf(line) })}
          aria-invalid={isWrong || undefined}
        />
      ) : (
        amount(unitAmount)
      )}
      {isWrong && <small className="below bad-text">{t('common.invalidAmount')}</small>}
      {!isWrong && unitAmountByHand !== null && catalogueUnitAmount !== null && (
        <small className="below">{t('draft.catalogue', { amount: amount(catalogueUnitAmount) })}</small>
      )}
    </div>
  );
}

function Remove({ line, save }: CellProps) {
  const { t } = useIntl(DRAFT_TEXTS);
  // A gift goes with all others: the discounts that give them don't apply then.
  const without = (newest: DraftOrder) =>
    line.isGift
      ? { declinesGifts: true }
      : { lines: linesOf(newest).filter(({ variantId }) => variantId !== line.variantId) };
  return (
    <Button aria-label={`${t('common.remove')}: ${nameOf(line)}`} onClick={() => save.mutate(without)}>
      {t('common.remove')}
    </Button>
  );
}

type SentLine = ReturnType<typeof linesOf>[number];

/** The lines of the request, with one of them changed. */
function changed(draft: DraftOrder, { variantId }: Line, next: Partial<SentLine>): SentLine[] {
  return linesOf(draft).map((each) => (each.variantId === variantId ? { ...each, ...next } : each));
}

function Add({ save }: { save: Save }) {
  const { t, money } = useIntl(DRAFT_TEXTS);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const query = useQuery({
    queryKey: ['products', 'of-draft', q],
    queryFn: () => admin.listProducts({ status: 'published', pageSize: 20, ...(q && { q }) }),
    placeholderData: keepPreviousData,
  });
  const options = (query.data?.items ?? []).flatMap(({ title, variants }) =>
    variants.map((variant): Named => {
      const name = [title, variant.title].filter(Boolean).join(', ');
      return [variant.id, `${name} · ${variant.sku} · ${money(variant.priceAmount, variant.currency)}`];
    }),
  );
  function add(variantId: string): void {
    save.mutate((newest) => {
      const lines = linesOf(newest);
      const known = lines.find((line) => line.variantId === variantId);
      return {
        lines: known
          ? lines.map((line) => (line === known ? { ...line, quantity: line.quantity + 1 } : line))
          : [...lines, { variantId, quantity: 1, unitAmountByHand: null }],
      };
    });
  }
  return (
    <FindBox
      label={t('draft.add')}
      hint={t('draft.addHint')}
      options={options}
      text={text}
      onType={setText}
      onFound={add}
    />
  );
}

function Totals({ draft }: { draft: DraftOrder }) {
  const { t, money, percent } = useIntl(DRAFT_TEXTS);
  const amount = (value: number) => money(value, draft.currency);
  const sums = [
    [t('draft.subtotal'), draft.subtotal],
    [t('draft.discount'), -draft.discountTotal],
    [draft.shippingName ?? t('draft.shipping'), draft.shippingTotal],
    ...draft.taxLines.map(
      ({ rateBasisPoints, exempt, baseAmount, amount: tax }) =>
        [
          t(draft.pricesIncludeTax ? 'draft.taxWithin' : 'draft.taxAt', {
            rate: exempt ? t('common.exempt') : percent(rateBasisPoints),
            base: amount(baseAmount),
          }),
          tax,
        ] as const,
    ),
  ] as const;
  return (
    <>
      <Sums
        of={sums.filter(([, value]) => value !== 0).map(([name, value]) => [name, amount(value)])}
        total={[t('draft.total'), amount(draft.total)]}
      />
      {draft.reverseCharge && <p>{t('draft.reverseCharge')}</p>}
      {draft.taxExempt && <p>{t('draft.taxExempt')}</p>}
    </>
  );
}
