import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { parseAmount } from '../../amounts.ts';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useRefusals } from '../../i18n/refusals.ts';
import { useMay } from '../../session.tsx';
import { Button, Card, Field, Loaded, Page, Problem } from '../../ui/index.tsx';

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

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name)).trim();
    const priceAmount = parseAmount(text('price'), currency);
    setPriceWrong(priceAmount === undefined);
    if (priceAmount === undefined) return;
    create.mutate({
      title: text('title'),
      ...(text('slug') ? { slug: text('slug') } : {}),
      variants: [{ sku: text('sku'), priceAmount, stockQuantity: Number(text('stock')) }],
    });
  }

  const errorOf = (path: string) => refusals.at(create.error, path);
  return (
    <Card>
      <form className="stack wide" onSubmit={submit}>
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
        <Problem error={create.error} />
        <div className="actions">
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {t('product.create')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
