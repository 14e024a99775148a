import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Field, Select } from '../../ui/index.tsx';
import { type Category, holds, type Place, rowsOf, TREE } from './category-tree.ts';

/** Every possible parent of a category, indented by level. */
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
  return (
    <FormDialog
      title={t('categories.new')}
      submit={t('categories.create')}
      sending={create}
      onSubmit={(given) => create.mutate(given('name'))}
      onClose={onClose}
    >
      <Field label={t('categories.name')} name="name" maxLength={255} required />
      <Select
        label={t('categories.parent')}
        value={parentId}
        options={[['', t('categories.root')], ...parentOptions(roots)]}
        onChange={setParentId}
      />
    </FormDialog>
  );
}

interface MoveToProps {
  category: Category;
  roots: readonly Category[];
  moving: { isPending: boolean; error: unknown };
  onMove(place: Place): void;
  onClose(): void;
}

/** The same as dragging, by a dialog. */
export function MoveTo({ category, roots, moving, onMove, onClose }: MoveToProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const [parentId, setParentId] = useState(category.parentId ?? '');
  const [beforeId, setBeforeId] = useState('');
  const parent = rowsOf(roots).find((row) => row.category.id === parentId)?.category;
  const siblings = (parent?.children ?? roots).filter(({ id }) => id !== category.id);
  return (
    <FormDialog
      title={t('categories.moveTitle', { name: category.name })}
      submit={t('categories.move')}
      sending={moving}
      onSubmit={() => {
        const at = siblings.findIndex(({ id }) => id === beforeId);
        onMove({ parentId: parentId || null, position: at < 0 ? siblings.length : at });
      }}
      onClose={onClose}
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
    </FormDialog>
  );
}
