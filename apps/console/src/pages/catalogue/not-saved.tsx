import { difference } from '../../draft.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Conflict } from '../../ui/conflict.tsx';
import { Problem } from '../../ui/index.tsx';
import { type Cells, cellsOf, type Variant } from './variant-cells.ts';

/** Why a row wasn't saved: another operator's version of it, or a refusal. */
export type Outcome = { theirs: Variant } | { error: unknown };

interface NotSavedProps {
  outcome: Outcome;
  before: Cells;
  mine: Cells;
  labels: Record<keyof Cells, string>;
  /** Saves these cells over that variant. */
  onResolve(base: Variant, cells: Partial<Cells>): void;
  onDiscard(): void;
}

export function NotSaved({ outcome, before, mine, labels, onResolve, onDiscard }: NotSavedProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const sku = mine.sku || t('grid.newRow');
  if ('error' in outcome)
    return (
      <div className="stack">
        <h3>{t('grid.failed', { sku })}</h3>
        <Problem error={outcome.error} />
      </div>
    );
  const theirs = cellsOf(outcome.theirs);
  return (
    <div className="stack">
      <h3>{t('grid.conflict', { sku })}</h3>
      <Conflict
        labels={labels}
        conflict={{
          before,
          theirs,
          mine,
          resolve: (values) => onResolve(outcome.theirs, difference(theirs, values)),
          discard: onDiscard,
        }}
      />
    </div>
  );
}
