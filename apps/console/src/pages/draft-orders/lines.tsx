import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { parseAmount, typedAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import type { Named } from '../../i18n/codes.ts';
import { DRAFT_TEXTS } from '../../i18n/draft-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { FindBox } from '../../ui/combo-box.tsx';
import { Button, Card, Problem, Table } from '../../ui/index.tsx';
import { Sums } from '../../ui/list.tsx';
import { type DraftOrder, linesOf, type Save, useSaved } from './use-draft-order.ts';

type Line = DraftOrder['lines'][number];

const nameOf = ({ productTitle, variantTitle }: Line) =>
  [productTitle, variantTitle].filter(Boolean).join(', ');

/** The goods, each with its quantity and its price, and what all of it costs. */
export function Lines({ draft, mayChange }: { draft: DraftOrder; mayChange: boolean }) {
  const { t } = useIntl(DRAFT_TEXTS);
  const save = useSaved(draft);
  return (
    <Card title={t('drafts.lines')}>
      {draft.lines.length === 0 ? (
        <p className="quiet">{t('draft.noLines')}</p>
      ) : (
        <Table
          label={t('drafts.lines')}
          head={[
            t('draft.product'),
            t('draft.quantity'),
            t('draft.price', { currency: draft.currency }),
            t('draft.total'),
            ...(mayChange ? [t('common.remove')] : []),
          ]}
        >
          {draft.lines.map((line) => (
            <Row key={`${line.id} ${draft.version}`} {...{ line, draft, mayChange, save }} />
          ))}
        </Table>
      )}
      {mayChange && <Add draft={draft} save={save} />}
      <Problem error={save.error} />
      <Totals draft={draft} />
    </Card>
  );
}

interface RowProps {
  line: Line;
  draft: DraftOrder;
  mayChange: boolean;
  save: Save;
}

/** What is typed is saved once the field is left, or by Enter. */
function Row({ line, draft, mayChange, save }: RowProps) {
  const { t, money, typed } = useIntl(DRAFT_TEXTS);
  const { currency } = draft;
  const { unitAmountByHand, catalogueUnitAmount } = line;
  const [isWrong, setWrong] = useState(false);
  const name = nameOf(line);
  const amount = (value: number) => money(value, currency);

  function change(next: Partial<ReturnType<typeof linesOf>[number]>): void {
    const lines = linesOf(draft).map((each) =>
      each.variantId === line.variantId ? { ...each, ...next } : each,
    );
    save.mutate({ lines });
  }

  function setQuantity(text: string): void {
    const quantity = Number(text);
    if (Number.isInteger(quantity) && quantity > 0 && quantity !== line.quantity) change({ quantity });
  }

  function setPrice(text: string): void {
    const given = text.trim() === '' ? null : parseAmount(text, currency);
    setWrong(given === undefined);
    // The price of the catalogue, left as it is, is none by hand.
    if (given === undefined || given === (unitAmountByHand ?? catalogueUnitAmount)) return;
    change({ unitAmountByHand: given === catalogueUnitAmount ? null : given });
  }

  return (
    <tr>
      <td className="wrap">
        {name}
        <br />
        <small>{line.sku}</small>
        {line.issues.map((issue) => (
          <small key={issue} className="below bad-text">
            {t(`draft.issue.${issue}`, { count: line.availableQuantity })}
          </small>
        ))}
      </td>
      <td>
        {mayChange ? (
          <input
            type="number"
            min={1}
            max={9999}
            className="w-24"
            aria-label={t('draft.quantityOf', { name })}
            defaultValue={line.quantity}
            onBlur={(event) => setQuantity(event.target.value)}
            onKeyDown={leaveByEnter}
          />
        ) : (
          line.quantity
        )}
      </td>
      <td>
        {mayChange ? (
          <input
            inputMode="decimal"
            className="w-28"
            aria-label={t('draft.priceOf', { name })}
            aria-invalid={isWrong || undefined}
            defaultValue={shown(unitAmountByHand ?? catalogueUnitAmount)}
            onBlur={(event) => setPrice(event.target.value)}
            onKeyDown={leaveByEnter}
          />
        ) : (
          amount(line.unitAmount)
        )}
        {isWrong && <small className="below bad-text">{t('common.invalidAmount')}</small>}
        {!isWrong && unitAmountByHand !== null && catalogueUnitAmount !== null && (
          <small className="below">{t('draft.catalogue', { amount: amount(catalogueUnitAmount) })}</small>
        )}
      </td>
      <td className="nowrap">{amount(line.total)}</td>
      {mayChange && (
        <td>
          <Button
            aria-label={`${t('common.remove')}: ${name}`}
            onClick={() =>
              save.mutate({ lines: linesOf(draft).filter(({ variantId }) => variantId !== line.variantId) })
            }
          >
            {t('common.remove')}
          </Button>
        </td>
      )}
    </tr>
  );

  function shown(value: number | null): string {
    return value === null ? '' : typed(typedAmount(value, currency));
  }
}

function leaveByEnter(event: React.KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter') event.currentTarget.blur();
}

function Add({ draft, save }: { draft: DraftOrder; save: Save }) {
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
    const lines = linesOf(draft);
    const known = lines.find((line) => line.variantId === variantId);
    save.mutate({
      lines: known
        ? lines.map((line) => (line === known ? { ...line, quantity: line.quantity + 1 } : line))
        : [...lines, { variantId, quantity: 1, unitAmountByHand: null }],
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
