import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Button, Dialog, Field, Problem, Select } from '../../ui/index.tsx';
import { type Category, holds, type Place, rowsOf, TREE } from './category-tree.ts';

/** Every place below which a category may be, indented by level. */
function parentOptions(roots: readonly Category[], without?: Category) {
  return rowsOf(roots)
    .filter(({ category }) => !without || !holds(without, category.id))
    .map(({ category, level }) => [category.id, `${'\u2003'.repeat(level - 1)}${category.name}`] as const);
}

interface NewCategoryProps {
  roots: readonly Category[];
  parentId: string | undefined;
  onClose(): void;
  onCreated(id: string): void;
}

export function NewCategory({ roots, parentId: chosen, onClose, onCreated }: NewCategoryProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const client = useQueryClient();
  const [parentId, setParentId] = useState(chosen ?? '');
  const create = useMutation({
    mutationFn: (name: string) => admin.createCategory({ body: { name, ...(parentId ? { parentId } : {}) } }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: TREE });
      onCreated(id);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    create.mutate(String(new FormData(event.currentTarget).get('name')).trim());
  }
  return (
    <Dialog title={t('categories.new')} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label={t('categories.name')} name="name" maxLength={255} required />
        <Select
          label={t('categories.parent')}
          value={parentId}
          options={[['', t('categories.root')], ...parentOptions(roots)]}
          onChange={setParentId}
        />
        <Problem error={create.error} />
        <div className="actions">
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {t('categories.create')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface MoveToProps {
  category: Category;
  roots: readonly Category[];
  isBusy: boolean;
  error: unknown;
  onMove(place: Place): void;
  onClose(): void;
}

/** What dragging does, without dragging. */
export function MoveTo({ category, roots, isBusy, error, onMove, onClose }: MoveToProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const [parentId, setParentId] = useState(category.parentId ?? '');
  const [beforeId, setBeforeId] = useState('');
  const parent = rowsOf(roots).find((row) => row.category.id === parentId)?.category;
  const siblings = (parent?.children ?? roots).filter(({ id }) => id !== category.id);
  return (
    <Dialog title={t('categories.moveTitle', { name: category.name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const at = siblings.findIndex(({ id }) => id === beforeId);
          onMove({ parentId: parentId || null, position: at < 0 ? siblings.length : at });
        }}
      >
        <Select
          label={t('categories.parent')}
          value={parentId}
          options={[['', t('categories.root')], ...parentOptions(roots, category)]}
          onChange={(id) => {
            setParentId(id);
            setBeforeId('');
          }}
        />
        <Select
          label={t('categories.place')}
          value={beforeId}
          options={[
            ['', t('categories.last')],
            ...siblings.map(({ id, name }) => [id, t('categories.before', { name })] as const),
          ]}
          onChange={setBeforeId}
        />
        <Problem error={error} />
        <div className="actions">
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t('categories.move')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
