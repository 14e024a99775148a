import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parseAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useRefusals } from '../../i18n/refusals.ts';
import { useMay } from '../../session.tsx';
import { SentForm } from '../../ui/form-dialog.tsx';
import { Card, Field, Loaded, Page } from '../../ui/index.tsx';

export function NewProduct() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => admin.getSettings() });
  return (
    <Page title={t('product.newTitle')}>
      {mayChange ? (
        <Loaded query={settings}>{({ currency }) => <Form currency={currency} />}</Loaded>
      ) : (
        <p className="quiet">{t('common.readOnly')}</p>
      )}
    </Page>
  );
}

function Form({ currency }: { currency: string }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const client = useQueryClient();
  const navigate = useNavigate();
  const refusals = useRefusals();
  const [isPriceWrong, setPriceWrong] = useState(false);
  const create = useMutation({
    mutationFn: (body: Parameters<typeof admin.createProduct>[0]['body']) => admin.createProduct({ body }),
    onSuccess: async (product) => {
      client.setQueryData(['products', product.id], product);
      await client.invalidateQueries({ queryKey: ['products'] });
      await navigate({ to: '/catalogue/products/$id', params: { id: product.id } });
    },
  });

  function submit(given: (name: string) => string) {
    const priceAmount = parseAmount(given('price'), currency);
    setPriceWrong(priceAmount === undefined);
    if (priceAmount === undefined) return;
    create.mutate({
      title: given('title'),
      ...(given('slug') ? { slug: given('slug') } : {}),
      variants: [{ sku: given('sku'), priceAmount, stockQuantity: Number(given('stock')) }],
    });
  }

  const errorOf = (path: string) => refusals.at(create.error, path);
  return (
    <Card>
      <SentForm submit={t('product.create')} sending={create} onSubmit={submit}>
        <Field label={t('product.title')} name="title" maxLength={512} required />
        <Field
          label={t('product.slug')}
          hint={t('product.slugHint')}
          name="slug"
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          maxLength={255}
        />
        <fieldset>
          <legend>{t('product.firstVariant')}</legend>
          <p className="hint">{t('product.firstVariantHint')}</p>
          <div className="pair">
            <Field
              label={t('product.sku')}
              name="sku"
              maxLength={255}
              error={errorOf('/body/variants/0/sku')}
              required
            />
            <Field
              label={t('product.firstPrice', { currency })}
              name="price"
              inputMode="decimal"
              placeholder="12.50"
              error={isPriceWrong ? t('common.invalidAmount') : undefined}
              required
            />
            <Field
              label={t('product.firstStock')}
              name="stock"
              type="number"
              min={0}
              step={1}
              defaultValue={0}
              required
            />
          </div>
        </fieldset>
      </SentForm>
    </Card>
  );
}
