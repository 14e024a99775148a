import { isServiceError } from '@service/client-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useDraft } from '../../draft.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { DraftForm, TextArea } from '../../ui/form.tsx';
import { Button, Card, Field, Loaded, Page, Problem } from '../../ui/index.tsx';
import { Empty } from '../../ui/list.tsx';
import { Metadata } from '../../ui/metadata.tsx';
import { MoveTo, NewCategory } from './category-dialogs.tsx';
import { type Category, type Place, rowsOf, TREE } from './category-tree.ts';
import { Tree } from './tree.tsx';

const route = getRouteApi('/signed-in/catalogue/categories');

export function Categories() {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const { id: selectedId } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const query = useQuery({ queryKey: TREE, queryFn: () => admin.getCategoryTree() });
  const [isNew, setNew] = useState(false);
  const [movingId, setMovingId] = useState<string>();

  const move = useMutation({
    mutationFn: ({ category, place }: { category: Category; place: Place }) =>
      admin.updateCategory(
        {
          id: category.id,
          body: {
            position: place.position,
            ...(place.parentId === category.parentId ? {} : { parentId: place.parentId }),
          },
        },
        { ifMatch: category.version },
      ),
    onSuccess: () => setMovingId(undefined),
    onSettled: () => client.invalidateQueries({ queryKey: TREE }),
  });

  const roots = query.data?.items ?? [];
  const rows = rowsOf(roots);
  const selected = rows.find(({ category }) => category.id === selectedId)?.category;
  const moving = rows.find(({ category }) => category.id === movingId)?.category;
  const select = (id: string | undefined) => navigate({ search: id ? { id } : {} });
  const overtaken = isServiceError(move.error, 'precondition_failed') ? move.variables?.category : undefined;

  return (
    <Page
      title={t('categories.title')}
      actions={
        mayChange && (
          <Button look="primary" onClick={() => setNew(true)}>
            {t('categories.new')}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {() =>
          roots.length === 0 ? (
            <Card>
              <Empty text={t('categories.none')}>
                {mayChange && <Button onClick={() => setNew(true)}>{t('categories.new')}</Button>}
              </Empty>
            </Card>
          ) : (
            <div className="cards">
              <Card>
                {mayChange && <p className="quiet">{t('categories.hint')}</p>}
                <Tree
                  roots={roots}
                  selectedId={selectedId}
                  mayMove={mayChange && !move.isPending}
                  onSelect={select}
                  onMove={(category, place) => move.mutate({ category, place })}
                />
                <p className="quiet" role="status">
                  {move.isSuccess && <Moved rows={rows} id={move.data.id} />}
                </p>
                {!moving &&
                  (overtaken ? (
                    <p className="note warn" role="alert">
                      {t('categories.overtaken', { name: overtaken.name })}
                    </p>
                  ) : (
                    <Problem error={move.error} />
                  ))}
              </Card>
              {selected ? (
                <div className="stack">
                  <Details
                    key={selected.id}
                    category={selected}
                    onMove={() => {
                      move.reset();
                      setMovingId(selected.id);
                    }}
                    onDeleted={() => select(undefined)}
                  />
                  <Metadata
                    fields={selected.metadata}
                    mayChange={mayChange}
                    queryKey={TREE}
                    save={(metadata) =>
                      admin.updateCategory(
                        { id: selected.id, body: { metadata } },
                        { ifMatch: selected.version },
                      )
                    }
                  />
                </div>
              ) : (
                <Card>
                  <p className="quiet">{t('categories.select')}</p>
                </Card>
              )}
            </div>
          )
        }
      </Loaded>
      {isNew && (
        <NewCategory
          roots={roots}
          parentId={selectedId}
          onClose={() => setNew(false)}
          onCreated={(id) => {
            setNew(false);
            select(id);
          }}
        />
      )}
      {moving && (
        <MoveTo
          category={moving}
          roots={roots}
          moving={move}
          onMove={(place) => move.mutate({ category: moving, place })}
          onClose={() => setMovingId(undefined)}
        />
      )}
    </Page>
  );
}

function Moved({ rows, id }: { rows: ReturnType<typeof rowsOf>; id: string }) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const row = rows.find(({ category }) => category.id === id);
  if (!row) return null;
  return t('categories.moved', {
    name: row.category.name,
    place: row.index + 1,
    count: row.siblings.length,
    parent: row.parent ? 'other' : 'root',
    parentName: row.parent?.name ?? '',
  });
}

interface DetailsProps {
  category: Category;
  onMove(): void;
  onDeleted(): void;
}

function Details({ category, onMove, onDeleted }: DetailsProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const mayChange = useMay('catalog:write');
  const client = useQueryClient();
  const draft = useDraft({
    saved: category,
    fieldsOf: ({ name, slug, description, seoTitle, seoDescription }: Omit<Category, 'children'>) => ({
      name,
      slug,
      description: description ?? '',
      seoTitle: seoTitle ?? '',
      seoDescription: seoDescription ?? '',
    }),
    save: async ({ changed: { name, slug, ...texts }, version }) => {
      const body = {
        ...(name === undefined ? {} : { name }),
        ...(slug === undefined ? {} : { slug }),
        ...Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, value || null])),
      };
      const now = await admin.updateCategory({ id: category.id, body }, { ifMatch: version });
      await client.invalidateQueries({ queryKey: TREE });
      return { ...now, children: category.children };
    },
    reload: async () => ({
      ...(await admin.getCategory({ id: category.id })),
      children: category.children,
    }),
  });
  const remove = useDeletion(async ({ id, version }: Category) => {
    await admin.deleteCategory({ id }, { ifMatch: version });
    onDeleted();
  }, TREE);
  const labels = {
    name: t('categories.name'),
    slug: t('product.slug'),
    description: t('product.description'),
    seoTitle: t('categories.seoTitle'),
    seoDescription: t('categories.seoDescription'),
  };
  const { fields, set } = draft;

  return (
    <Card
      title={category.name}
      actions={
        <div className="actions">
          <Link className="button plain" to="/catalogue/products" search={{ categoryId: category.id }}>
            {t('categories.products')}
          </Link>
          {mayChange && (
            <>
              <Button onClick={onMove}>{t('categories.moveTo')}</Button>
              <Button look="danger" onClick={() => remove.ask(category)}>
                {t('common.delete')}
              </Button>
            </>
          )}
        </div>
      }
    >
      <DraftForm draft={draft} mayChange={mayChange} labels={labels}>
        <fieldset disabled={!mayChange} className="stack">
          <Field
            label={labels.name}
            value={fields.name}
            onChange={(event) => set({ name: event.target.value })}
            maxLength={255}
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
          <TextArea
            label={labels.description}
            value={fields.description}
            onChange={(description) => set({ description })}
            maxLength={5000}
          />
          <Field
            label={labels.seoTitle}
            value={fields.seoTitle}
            onChange={(event) => set({ seoTitle: event.target.value })}
            maxLength={255}
          />
          <TextArea
            label={labels.seoDescription}
            value={fields.seoDescription}
            onChange={(seoDescription) => set({ seoDescription })}
            maxLength={5000}
          />
        </fieldset>
      </DraftForm>
      {remove.of && (
        <Confirm
          title={t('categories.deleteTitle', { name: category.name })}
          action={t('common.delete')}
          {...remove.dialog}
        >
          <p>{t(category.children.length > 0 ? 'categories.deleteFull' : 'categories.deleteHint')}</p>
        </Confirm>
      )}
    </Card>
  );
}
