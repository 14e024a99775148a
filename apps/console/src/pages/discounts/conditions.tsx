import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { DISCOUNT_TEXTS } from '../../i18n/discounts.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ComboBoxes } from '../../ui/combo-box.tsx';
import { Check, Field } from '../../ui/index.tsx';
import { rowsOf, TREE } from '../catalogue/category-tree.ts';
import { groupsQuery } from '../prices/groups-query.ts';
import type { Fields } from './fields.ts';

interface ConditionsProps {
  currency: string;
  fields: Fields;
  set(next: Partial<Fields>): void;
}

/** The conditions of a discount, and the goods that it reduces. */
export function Conditions({ currency, fields, set }: ConditionsProps) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const tree = useQuery({ queryKey: TREE, queryFn: () => admin.getCategoryTree() });
  const groups = useQuery(groupsQuery);
  const isWrong = fields.minimumAmount !== '' && !parseAmount(fields.minimumAmount, currency);
  const wrong = t('discount.invalidAmount');
  return (
    <fieldset className="stack">
      <legend>{t('discount.conditions')}</legend>
      <div className="pair">
        <Field
          label={t('discount.minimumAmount', { currency })}
          hint={t('discount.minimumHint')}
          inputMode="decimal"
          value={fields.minimumAmount}
          onChange={(event) => {
            const { value } = event.target;
            event.target.setCustomValidity(value && !parseAmount(value, currency) ? wrong : '');
            set({ minimumAmount: value });
          }}
          error={isWrong ? wrong : undefined}
        />
        <Field
          label={t('discount.minimumQuantity')}
          type="number"
          min={1}
          max={9999}
          value={fields.minimumQuantity}
          onChange={(event) => set({ minimumQuantity: event.target.value })}
        />
      </div>
      <Products chosen={fields.productIds} onChange={(productIds) => set({ productIds })} />
      <ComboBoxes
        label={t('discount.categories')}
        hint={t('discount.categoriesHint')}
        options={rowsOf(tree.data?.items ?? []).map(
          ({ category: { id, name }, parent }) => [id, parent ? `${parent.name} › ${name}` : name] as const,
        )}
        values={fields.categoryIds}
        onChange={(categoryIds) => set({ categoryIds })}
      />
      <ComboBoxes
        label={t('discount.groups')}
        hint={t('discount.groupsHint')}
        options={(groups.data ?? []).map(({ id, name }) => [id, name] as const)}
        values={fields.customerGroupIds}
        onChange={(customerGroupIds) => set({ customerGroupIds })}
      />
      <Check
        label={t('discount.firstOrder')}
        checked={fields.firstOrder}
        onChange={(firstOrder) => set({ firstOrder })}
      />
      <Check
        label={t('discount.oncePerCustomer')}
        checked={fields.oncePerCustomer}
        onChange={(oncePerCustomer) => set({ oncePerCustomer })}
      />
    </fieldset>
  );
}

/** A store may have thousands: the list shows those whose title contains the typed text. */
function Products({ chosen, onChange }: { chosen: readonly string[]; onChange(chosen: string[]): void }) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const [typed, setTyped] = useState('');
  const q = typed.trim().slice(0, 200);
  const found = useQuery({
    queryKey: ['products', 'of-discounts', q],
    queryFn: () => admin.listProducts({ pageSize: 50, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  });
  const named = useQueries({
    queries: chosen.map((productId) => ({
      queryKey: ['product', productId],
      queryFn: () => admin.getProduct({ productId }),
    })),
  });
  const known = [...(found.data?.items ?? []), ...named.flatMap(({ data }) => data ?? [])];
  return (
    <ComboBoxes
      label={t('discount.products')}
      hint={t('discount.productsHint')}
      options={[...new Map(known.map(({ id, title }) => [id, title]))]}
      values={chosen}
      onType={setTyped}
      onChange={onChange}
    />
  );
}
