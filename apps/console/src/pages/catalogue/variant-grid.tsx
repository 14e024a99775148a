import { isServiceError } from '@service/client-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { admin } from '../../api.ts';
import { contested, difference } from '../../draft.ts';
import { useHistory } from '../../history.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { moveByKey, pastedCells } from '../../ui/cells.ts';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { Button, Card, Loaded, Problem } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { useSaving } from '../../ui/saving.tsx';
import { useProductClasses } from '../settings/tax-classes.tsx';
import { NotSaved, type Outcome } from './not-saved.tsx';
import { OptionsDialog } from './options-dialog.tsx';
import type { Product } from './product.tsx';
import { StockDialog } from './stock.tsx';
import {
  bodyOf,
  type Cells,
  COLUMNS,
  type Column,
  cellsOf,
  cellsOfOptions,
  EMPTY_CELLS,
  hasOptions,
  isAmount,
  isValid,
  keptCells,
  type Options,
  type Variant,
} from './variant-cells.ts';

const route = getRouteApi('/signed-in/catalogue/products/$id');

/** The input of a row, and the variant that it changes; none: the row is new. */
interface Edit {
  base: Variant | undefined;
  cells: Partial<Cells>;
}

type Edits = Readonly<Record<string, Edit>>;

type Outcomes = Readonly<Record<string, Outcome>>;

interface VariantGridProps {
  product: Product;
  /** Whether there is unsaved input. */
  onOpenChange(isOpen: boolean): void;
}

export function VariantGrid({ product, onOpenChange }: VariantGridProps) {
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => admin.getSettings() });
  return (
    <Loaded query={settings}>
      {({ currency }) => (
        <Grid
          product={product}
          currency={product.variants[0]?.currency ?? currency}
          onOpenChange={onOpenChange}
        />
      )}
    </Loaded>
  );
}

function Grid({ product, currency, onOpenChange }: VariantGridProps & { currency: string }) {
  const { t, number, typed } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { stock: stockId } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const history = useHistory<Edits>({});
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const [isChecked, setChecked] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [pasted, setPasted] = useState<{ count: number; added: number; leftOut: number }>();
  const productId = product.id;
  const taxClasses = useProductClasses(product.variants.flatMap(({ taxClass }) => taxClass ?? []));
  const edits = history.state;

  const rows = [
    ...product.variants.map((variant) => ({ id: variant.id, variant })),
    ...Object.keys(edits)
      .filter((id) => !edits[id]?.base)
      .map((id) => ({ id, variant: undefined })),
  ];
  const startOf = (id: string, variant: Variant | undefined) => {
    const base = edits[id]?.base ?? variant;
    return base ? cellsOf(base) : EMPTY_CELLS;
  };
  const cellsNow = (id: string, variant: Variant | undefined): Cells => ({
    ...startOf(id, variant),
    ...edits[id]?.cells,
  });

  function change(id: string, variant: Variant | undefined, cells: Partial<Cells>, by?: string) {
    history.set((before) => withCells(before, id, variant, cells), by);
  }

  /** Adds a row for each combination without one. The only variant, if it has no options, becomes the first of them. */
  function addCombinations(combinations: Options[]) {
    const typed = rows.map(({ id, variant }) => ({ id, variant, cells: cellsNow(id, variant) }));
    const [first] = typed;
    const like = { sku: first?.cells.sku || product.slug.toUpperCase(), price: first?.cells.price ?? '' };
    const lacking = combinations.filter(
      (options) => !typed.some(({ cells }) => hasOptions(cells.options, options)),
    );
    const becomes = typed.length === 1 && first?.cells.options === '' ? first : undefined;
    history.set((before) =>
      lacking.reduce((all, options, at) => {
        const cells = cellsOfOptions(options, like);
        if (at === 0 && becomes)
          return withCells(all, becomes.id, becomes.variant, { ...cells, sku: like.sku });
        return withCells(all, newRowId(at), undefined, cells);
      }, before),
    );
    setMaking(false);
  }

  const refresh = () => client.invalidateQueries({ queryKey: ['products'] });

  /** Saves the cells of a variant; returns another operator's version if both changed the same cell. */
  async function updateOver(base: Variant, cells: Partial<Cells>): Promise<Variant | undefined> {
    const named = { productId, variantId: base.id };
    try {
      await admin.updateVariant({ ...named, body: bodyOf(cells, currency) }, { ifMatch: base.version });
      return undefined;
    } catch (error) {
      if (!isServiceError(error, 'precondition_failed')) throw error;
      const theirs = await admin.getVariant(named);
      const mine = { ...cellsOf(base), ...cells };
      return contested(cellsOf(base), cellsOf(theirs), mine).length > 0 ? theirs : updateOver(theirs, cells);
    }
  }

  const save = useMutation({
    mutationFn: async (chosen: Edits) => {
      const failed: Record<string, Outcome> = {};
      let saved = 0;
      for (const [id, { base, cells }] of Object.entries(chosen)) {
        try {
          if (base) {
            const theirs = await updateOver(base, cells);
            if (theirs) {
              failed[id] = { theirs };
              continue;
            }
          } else {
            const { sku, priceAmount, ...rest } = bodyOf({ ...EMPTY_CELLS, ...cells }, currency);
            await admin.createVariant({
              productId,
              body: { sku: String(sku), priceAmount: Number(priceAmount), ...rest },
            });
          }
          saved += 1;
          history.restart((before) => without(before, id));
        } catch (error) {
          failed[id] = { error };
        }
      }
      await refresh();
      return { saved, failed };
    },
    onSuccess: ({ failed }) => setOutcomes((before) => ({ ...before, ...failed })),
  });

  function saveRows(chosen: Edits) {
    const isWrong = Object.values(chosen).some(({ base, cells }) => {
      const all = { ...(base ? cellsOf(base) : EMPTY_CELLS), ...cells };
      return COLUMNS.some((column) => !isValid(column, all[column], currency));
    });
    setChecked(isWrong);
    if (isWrong) return;
    setOutcomes((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !(id in chosen))));
    save.mutate(chosen);
  }

  const remove = useDeletion(
    async ({ id, version }: Variant) => {
      await admin.deleteVariant({ productId, variantId: id }, { ifMatch: version });
      history.restart((before) => without(before, id));
    },
    ['products'],
  );

  function onUndoKeys(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) history.redo();
    else history.undo();
  }

  function onPaste(event: ClipboardEvent, row: number, column: Column) {
    const pasted = pastedCells(event);
    if (!pasted) return;
    event.preventDefault();
    const from = COLUMNS.indexOf(column);
    const targets = pasted.map((_, down) => rows[row + down] ?? { id: newRowId(down), variant: undefined });
    history.set((before) =>
      targets.reduce((all, { id, variant }, down) => {
        const cells = (pasted[down] ?? []).flatMap((value, right) => {
          const name = COLUMNS[from + right];
          return name ? [[name, value] as const] : [];
        });
        return withCells(all, id, variant, Object.fromEntries(cells));
      }, before),
    );
    setPasted({
      count: pasted.length,
      added: Math.max(row + pasted.length - rows.length, 0),
      leftOut: Math.max(from + Math.max(...pasted.map(({ length }) => length)) - COLUMNS.length, 0),
    });
  }

  const count = Object.keys(edits).length;
  useSaving({
    isDirty: count > 0,
    isSaving: save.isPending,
    isSaved: (save.data?.saved ?? 0) > 0,
    text: t('grid.unsaved', { count }),
    save: () => saveRows(edits),
    reset: () => history.set(() => ({})),
  });
  useEffect(() => onOpenChange(count > 0), [count, onOpenChange]);
  const labels = {
    sku: t('product.sku'),
    title: t('grid.variantTitle'),
    options: t('grid.options'),
    price: `${t('grid.price')} (${currency})`,
    compareAt: t('grid.compareAt'),
    stock: t('grid.stock'),
    backorder: t('grid.backorder'),
    weight: t('grid.weight'),
    profile: t('grid.profile'),
    content: t('grid.content'),
    shipped: t('grid.shipped'),
    taxClass: t('product.taxClass'),
  };
  const head = [
    labels.sku,
    labels.title,
    labels.options,
    labels.price,
    labels.compareAt,
    labels.stock,
    labels.weight,
    labels.profile,
    labels.content,
    labels.taxClass,
    t('grid.reserved'),
    labels.backorder,
    labels.shipped,
    t('grid.actions'),
  ];

  return (
    <Card
      title={t('grid.title')}
      actions={
        mayChange && (
          <div className="actions">
            <Button onClick={history.undo} disabled={!history.canUndo}>
              {t('grid.undo')}
            </Button>
            <Button onClick={history.redo} disabled={!history.canRedo}>
              {t('grid.redo')}
            </Button>
            <Button onClick={() => setMaking(true)}>{t('options.title')}</Button>
            <Button
              onClick={() =>
                history.set((before) => ({
                  ...before,
                  [newRowId()]: { base: undefined, cells: {} },
                }))
              }
            >
              {t('grid.add')}
            </Button>
          </div>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty text={t('grid.empty')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
        <section className="table-box" tabIndex={0} aria-label={t('grid.title')} onKeyDown={onUndoKeys}>
          <table className="cells">
            <thead>
              <tr>
                {head.map((each) => (
                  <th key={each} scope="col">
                    {each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, variant }, row) => {
                const cells = cellsNow(id, variant);
                const start = startOf(id, variant);
                const sku = cells.sku || t('grid.newRow');
                return (
                  <tr key={id} className={id in edits ? 'edited' : undefined}>
                    {COLUMNS.map((column) => {
                      const isWrong =
                        id in edits &&
                        (isChecked || cells[column] !== start[column]) &&
                        !isValid(column, cells[column], currency);
                      return (
                        <td key={column} className={`cell-${column}`}>
                          <input
                            aria-label={t('grid.cell', { column: labels[column], sku })}
                            aria-invalid={isWrong || undefined}
                            className={cells[column] !== start[column] ? 'changed' : undefined}
                            inputMode={
                              isAmount(column)
                                ? 'decimal'
                                : column === 'stock' || column === 'weight'
                                  ? 'numeric'
                                  : 'text'
                            }
                            readOnly={!mayChange}
                            title={
                              column === 'options'
                                ? t('grid.optionsHint')
                                : column === 'profile'
                                  ? t('grid.profileHint')
                                  : column === 'content'
                                    ? t('grid.contentHint')
                                    : undefined
                            }
                            value={isAmount(column) ? typed(cells[column]) : cells[column]}
                            onChange={(event) =>
                              change(id, variant, { [column]: event.target.value }, `${id}:${column}`)
                            }
                            onBlur={history.endStep}
                            onKeyDown={moveByKey}
                            onPaste={(event) => mayChange && onPaste(event, row, column)}
                          />
                        </td>
                      );
                    })}
                    <td className="cell-taxClass">
                      <select
                        aria-label={t('grid.cell', { column: labels.taxClass, sku })}
                        className={cells.taxClass !== start.taxClass ? 'changed' : undefined}
                        title={t('grid.taxClassHint')}
                        disabled={!mayChange}
                        value={cells.taxClass}
                        onChange={(event) => change(id, variant, { taxClass: event.target.value })}
                      >
                        <option value="">–</option>
                        {taxClasses.map(([code, name]) => (
                          <option key={code} value={code}>
                            {name}
                          </option>
                        ))}
                      </select>
                    </td>
                    <td className="nowrap">{variant ? number(variant.reserved) : '–'}</td>
                    {(['backorder', 'shipped'] as const).map((column) => (
                      <td key={column}>
                        <input
                          type="checkbox"
                          aria-label={t('grid.cell', { column: labels[column], sku })}
                          title={column === 'shipped' ? t('grid.shippedHint') : undefined}
                          disabled={!mayChange}
                          checked={cells[column]}
                          onChange={(event) => change(id, variant, { [column]: event.target.checked })}
                        />
                      </td>
                    ))}
                    <td className="nowrap">
                      {variant && (
                        <Button
                          aria-label={t('grid.stockOf', { sku })}
                          onClick={() => navigate({ search: { stock: id } })}
                        >
                          {t('grid.stockShort')}
                        </Button>
                      )}{' '}
                      {mayChange && (
                        <Button
                          look="danger"
                          aria-label={t('grid.deleteOf', { sku })}
                          onClick={() =>
                            variant ? remove.ask(variant) : history.set((before) => without(before, id))
                          }
                        >
                          {t('common.delete')}
                        </Button>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
      {mayChange && rows.length > 0 && <p className="hint">{t('grid.keys')}</p>}
      {pasted && count > 0 && (
        <p className="quiet" role="status">
          {t('grid.pasted', pasted)}
        </p>
      )}
      {isChecked && (
        <p className="bad-text" role="alert">
          {t('grid.invalid')}
        </p>
      )}
      {save.data && save.data.saved > 0 && count === 0 && (
        <p className="quiet" role="status">
          {t('grid.saved', { count: save.data.saved })}
        </p>
      )}
      <Problem error={save.error} />
      {Object.entries(outcomes).map(([id, outcome]) => {
        const edit = edits[id];
        if (!edit) return null;
        return (
          <NotSaved
            key={id}
            outcome={outcome}
            before={startOf(id, edit.base)}
            mine={cellsNow(id, edit.base)}
            labels={labels}
            onResolve={(base, cells) => {
              const resolved = { [id]: { base, cells } };
              history.restart((all) => ({ ...all, ...resolved }));
              saveRows(resolved);
            }}
            onDiscard={() => history.restart((all) => without(all, id))}
          />
        );
      })}
      {remove.of && (
        <Confirm
          title={t('grid.deleteTitle', { sku: remove.of.sku })}
          action={t('common.delete')}
          {...remove.dialog}
        >
          <p>{t('grid.deleteHint', { stock: remove.of.stockQuantity })}</p>
        </Confirm>
      )}
      {isMaking && <OptionsDialog onMake={addCombinations} onClose={() => setMaking(false)} />}
      {stockId && (
        <StockDialog
          key={stockId}
          productId={productId}
          variantId={stockId}
          sku={product.variants.find(({ id }) => id === stockId)?.sku ?? ''}
          onClose={() => navigate({ search: {} })}
        />
      )}
    </Card>
  );
}

/** The id of an unsaved row; `place` distinguishes rows that are added at the same time. */
const newRowId = (place = 0) => `new-${Date.now()}-${place}`;

/** The rows with these cells typed; a row without a difference is no edit. */
function withCells(edits: Edits, id: string, variant: Variant | undefined, cells: Partial<Cells>): Edits {
  const base = edits[id]?.base ?? variant;
  const typed = { ...edits[id]?.cells, ...keptCells(cells) };
  if (!base) return { ...edits, [id]: { base, cells: typed } };
  const left = difference(cellsOf(base), { ...cellsOf(base), ...typed });
  return Object.keys(left).length > 0 ? { ...edits, [id]: { base, cells: left } } : without(edits, id);
}

function without(edits: Edits, id: string): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([each]) => each !== id));
}
