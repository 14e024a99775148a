import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ORDER_TEXTS } from '../../i18n/orders.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge, Button, Field } from '../../ui/index.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Order } from './order.tsx';
import { useAction } from './units.tsx';

/** Each links to the orders that have it. */
export function TagList({ of }: { of: readonly string[] }) {
  return of.map((tag) => (
    <Link key={tag} to="/orders" search={{ tag }}>
      <Badge tone="idle">{tag}</Badge>
    </Link>
  ));
}

/** The tags of one order, and the dialog that replaces them. */
export function Tags({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const { t } = useIntl(ORDER_TEXTS);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row">
      {order.tags.length === 0 && !mayChange && '–'}
      <TagList of={order.tags} />
      {mayChange && (
        <Button aria-label={t('orders.changeTags')} onClick={() => setOpen(true)}>
          {t('orders.change')}
        </Button>
      )}
      {isOpen && <Replace order={order} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Replace({ order, onClose }: { order: Order; onClose(): void }) {
  const { t } = useIntl(ORDER_TEXTS);
  const replace = useAction(
    (tags: string[]) => admin.updateOrder({ id: order.id, body: { tags } }, { ifMatch: order.version }),
    onClose,
  );
  return (
    <FormDialog
      title={t('orders.changeTags')}
      submit={t('common.save')}
      sending={replace}
      onSubmit={(given) => replace.mutate(tagsIn(given('tags')))}
      onClose={onClose}
    >
      <Field
        label={t('orders.tags')}
        hint={t('orders.tagsHint')}
        name="tags"
        defaultValue={order.tags.join(', ')}
        maxLength={900}
      />
    </FormDialog>
  );
}

/** Adds tags to the selected orders of a list, and removes others. */
export function TagMany({ ids }: { ids: readonly string[] }) {
  const { t } = useIntl(ORDER_TEXTS);
  const [isOpen, setOpen] = useState(false);
  const change = useAction(
    async (lists: { add: string[]; remove: string[] }) => {
      const { changed } = await admin.tagOrders({ body: { orderIds: [...ids], ...lists } });
      toast(t('orders.tagged', { count: changed }));
    },
    () => setOpen(false),
  );
  return (
    <>
      <Button disabled={ids.length === 0} onClick={() => setOpen(true)}>
        {t('orders.changeTags')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('orders.changeTags')}
          submit={t('common.save')}
          sending={change}
          onSubmit={(given) => change.mutate({ add: tagsIn(given('add')), remove: tagsIn(given('remove')) })}
          onClose={() => setOpen(false)}
        >
          <Field label={t('orders.tagsToAdd')} hint={t('orders.tagsHint')} name="add" maxLength={900} />
          <Field label={t('orders.tagsToRemove')} name="remove" maxLength={900} />
        </FormDialog>
      )}
    </>
  );
}

function tagsIn(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
}
