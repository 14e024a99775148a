import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { ComboBoxes } from '../../ui/combo-box.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { DraftForm, TextArea } from '../../ui/form.tsx';
import { Badge, Button, Card, Field, Loaded, Page, Problem, Select } from '../../ui/index.tsx';
import { Metadata } from '../../ui/metadata.tsx';
import { toast } from '../../ui/toast.tsx';
import { useProductClasses } from '../settings/tax-classes.tsx';
import { rowsOf, TREE } from './category-tree.ts';
import { type Image, Images } from './images.tsx';
import { ImportPictures } from './import-pictures.tsx';
import { VariantGrid } from './variant-grid.tsx';

const route = getRouteApi('/signed-in/catalogue/products/$id');

export type Product = Awaited<ReturnType<typeof admin.getProduct>>;

export function Product() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['products', id],
    queryFn: () => admin.getProduct({ productId: id }),
  });
  const whole = <Loaded query={query}>{(product) => <Whole key={id} product={product} />}</Loaded>;
  return query.data ? whole : <Page title={t('products.title')}>{whole}</Page>;
}

function Whole({ product }: { product: Product }) {
  const mayChange = useMay('catalog:write');
  const draft = useAbout(product);
  const [areVariantsOpen, setVariantsOpen] = useState(false);
  return (
    <Page
      title={product.title}
      actions={<Actions product={product} draft={draft} areVariantsOpen={areVariantsOpen} />}
    >
      <About draft={draft} />
      <VariantGrid product={product} onOpenChange={setVariantsOpen} />
      {mayChange && <ImportPictures product={product} />}
      <Metadata
        fields={product.metadata}
        mayChange={mayChange}
        queryKey={['products']}
        save={(metadata) =>
          admin.updateProduct({ productId: product.id, body: { metadata } }, { ifMatch: product.version })
        }
      />
    </Page>
  );
}

interface ActionsProps {
  product: Product;
  draft: ReturnType<typeof useAbout>;
  areVariantsOpen: boolean;
}

function Actions({ product, draft, areVariantsOpen }: ActionsProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id: productId, status, title, variants } = product;
  const isPublished = status === 'published';
  const mustSaveVariants = areVariantsOpen && !isPublished;
  const refresh = () => client.invalidateQueries({ queryKey: ['products'] });
  const setPublished = (isOn: boolean, ifMatch: number) =>
    isOn
      ? admin.publishProduct({ productId }, { ifMatch })
      : admin.updateProduct({ productId, body: { status: 'draft' } }, { ifMatch });
  const undo = useMutation({
    mutationFn: ({ isOn, version }: { isOn: boolean; version: number }) => setPublished(isOn, version),
    onSettled: refresh,
  });
  const turn = useMutation({
    mutationFn: async () => {
      // Publishing saves first, so that shoppers see what the operator sees.
      const saved = isPublished ? product : await draft.saveNow();
      return saved && setPublished(!isPublished, saved.version);
    },
    onSuccess: (now) =>
      now &&
      toast(t(isPublished ? 'product.isHidden' : 'product.isLive'), {
        text: t('common.undo'),
        run: () => undo.mutate({ isOn: isPublished, version: now.version }),
      }),
    onSettled: refresh,
  });
  const remove = useDeletion(
    async (of: Product) => {
      await admin.deleteProduct({ productId }, { ifMatch: of.version });
      await navigate({ to: '/catalogue/products' });
    },
    ['products'],
  );
  return (
    <>
      <Badge tone={status === 'published' ? 'good' : 'idle'}>{t(`status.${status}`)}</Badge>
      {mayChange && (
        <>
          {mustSaveVariants && <span className="quiet">{t('product.variantsOpen')}</span>}
          <Button
            look={isPublished ? 'plain' : 'primary'}
            isBusy={turn.isPending}
            disabled={mustSaveVariants}
            onClick={() => turn.mutate()}
          >
            {t(
              isPublished
                ? 'product.unpublish'
                : draft.isDirty
                  ? 'product.saveAndPublish'
                  : 'product.publish',
            )}
          </Button>
          <Button look="danger" onClick={() => remove.ask(product)}>
            {t('product.delete')}
          </Button>
        </>
      )}
      <Problem error={turn.error ?? undo.error} />
      {remove.of && (
        <Confirm title={t('product.deleteTitle', { title })} action={t('product.delete')} {...remove.dialog}>
          <p>{t('product.deleteHint', { count: variants.length })}</p>
        </Confirm>
      )}
    </>
  );
}

/** The editable fields of the product itself. */
function useAbout(product: Product) {
  const client = useQueryClient();
  return useDraft({
    saved: product,
    fieldsOf: ({ title, slug, description, taxClass, categoryIds, images }: Product) => ({
      title,
      slug,
      taxClass,
      description: description ?? '',
      categoryIds,
      images: images.map(({ url, alt }) => ({ url, alt: alt ?? '' })),
    }),
    save: async ({ changed: { description, images, ...rest }, version }) => {
      const body = {
        ...rest,
        ...(description === undefined ? {} : { description: description || null }),
        ...(images ? { images: images.map(({ url, alt }) => ({ url, alt: alt || null })) } : {}),
      };
      const now = await admin.updateProduct({ productId: product.id, body }, { ifMatch: version });
      client.setQueryData(['products', product.id], now);
      return now;
    },
    reload: () =>
      client.fetchQuery({
        queryKey: ['products', product.id],
        queryFn: () => admin.getProduct({ productId: product.id }),
        staleTime: 0,
      }),
  });
}

function About({ draft }: { draft: ReturnType<typeof useAbout> }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const tree = useQuery({ queryKey: TREE, queryFn: () => admin.getCategoryTree() });
  const categories = rowsOf(tree.data?.items ?? []);
  const { fields, set } = draft;
  const taxClasses = useProductClasses([fields.taxClass]);
  const labels = {
    title: t('product.title'),
    slug: t('product.slug'),
    description: t('product.description'),
    taxClass: t('product.taxClass'),
    categoryIds: t('products.categories'),
    images: t('product.images'),
  };
  const nameOf = (id: string) => categories.find(({ category }) => category.id === id)?.category.name ?? id;

  return (
    <Card title={t('product.about')}>
      <DraftForm
        draft={draft}
        mayChange={mayChange}
        labels={labels}
        text={(name, value) => {
          if (name === 'categoryIds') return (value as string[]).map(nameOf).join(', ') || '–';
          if (name === 'images')
            return (
              (value as Image[]).map(({ alt }, at) => `${at + 1}. ${alt || t('product.noAlt')}`).join(', ') ||
              '–'
            );
          if (name === 'taxClass') return taxClasses.find(([code]) => code === value)?.[1] ?? String(value);
          return String(value) || '–';
        }}
      >
        <fieldset className="stack" disabled={!mayChange}>
          <div className="pair">
            <Field
              label={labels.title}
              value={fields.title}
              onChange={(event) => set({ title: event.target.value })}
              maxLength={512}
              required
            />
            <Field
              label={labels.slug}
              hint={t('product.slugMoves')}
              value={fields.slug}
              onChange={(event) => set({ slug: event.target.value })}
              pattern="[a-z0-9]+(-[a-z0-9]+)*"
              maxLength={255}
              required
            />
          </div>
          <TextArea
            label={labels.description}
            value={fields.description}
            onChange={(description) => set({ description })}
            maxLength={5000}
            rows={6}
          />
          <Select
            label={labels.taxClass}
            value={fields.taxClass}
            options={taxClasses}
            onChange={(taxClass) => set({ taxClass })}
          />
          <Loaded query={tree}>
            {() => (
              <ComboBoxes
                label={labels.categoryIds}
                hint={categories.length === 0 ? t('product.noCategories') : undefined}
                options={categories.map(
                  ({ category: { id, name }, parent }) =>
                    [id, parent ? `${parent.name} › ${name}` : name] as const,
                )}
                values={fields.categoryIds}
                onChange={(categoryIds) => set({ categoryIds })}
              />
            )}
          </Loaded>
          <Images
            images={fields.images}
            onChange={(change) => set(({ images }) => ({ images: change(images) }))}
            mayChange={mayChange}
          />
        </fieldset>
      </DraftForm>
    </Card>
  );
}
