import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { DISCOUNT_TEXTS } from '../../i18n/discounts.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SentForm } from '../../ui/form-dialog.tsx';
import { Field, Loaded } from '../../ui/index.tsx';
import type { Discount } from './discounts.tsx';

/** The codes of a discount that are valid for one order each: their number, and a form for more. */
export function Codes({ discount: { id } }: { discount: Discount }) {
  const { t } = useIntl(DISCOUNT_TEXTS);
  const client = useQueryClient();
  const queryKey = ['discounts', 'codes', id];
  const query = useQuery({ queryKey, queryFn: () => admin.listDiscountCodes({ id, pageSize: 1 }) });
  const generate = useMutation({
    mutationFn: (count: number) => admin.generateDiscountCodes({ id, body: { count } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <fieldset className="stack">
      <legend>{t('discount.codes')}</legend>
      <Loaded query={query}>
        {({ total }) => (
          <>
            <p>{t('discount.codesOf', { count: total })}</p>
            <SentForm
              look="plain"
              submit={t('discount.generate')}
              sending={generate}
              onSubmit={(given) => generate.mutate(Number(given('count')))}
              beside={
                total > 0 && (
                  <a className="button plain" href={`/admin/v1/discounts/${id}/codes/export`} download>
                    {t('discount.codesCsv')}
                  </a>
                )
              }
            >
              <Field
                label={t('discount.codesMore')}
                name="count"
                type="number"
                min={1}
                max={10_000}
                defaultValue={100}
                required
              />
            </SentForm>
          </>
        )}
      </Loaded>
    </fieldset>
  );
}
