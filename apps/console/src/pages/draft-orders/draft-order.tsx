import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { DRAFT_TEXTS } from '../../i18n/draft-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { today } from '../../local-time.ts';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Field, Loaded, Page } from '../../ui/index.tsx';
import { toast } from '../../ui/toast.tsx';
import { Addresses, Buyer } from './buyer.tsx';
import { Lines } from './lines.tsx';
import { Terms } from './terms.tsx';
import type { DraftOrder as Draft } from './use-draft-order.ts';

const route = getRouteApi('/signed-in/draft-orders/$id');

type Placing = Parameters<typeof admin.placeDraftOrder>[0]['body'];

export function DraftOrder() {
  const { t } = useIntl(DRAFT_TEXTS);
  const mayChange = useMay('orders:write');
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['draft-orders', id],
    queryFn: () => admin.getDraftOrder({ id }),
  });
  return (
    <Page
      title={t('draft.title')}
      actions={
        mayChange &&
        query.data && (
          <>
            <Remove draft={query.data} />
            <Place draft={query.data} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(draft) => (
          <>
            <Lines draft={draft} mayChange={mayChange} />
            <div className="columns">
              <Buyer draft={draft} mayChange={mayChange} />
              <Addresses draft={draft} mayChange={mayChange} />
              <Terms key={id} draft={draft} mayChange={mayChange} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Remove({ draft }: { draft: Draft }) {
  const { t } = useIntl(DRAFT_TEXTS);
  const navigate = route.useNavigate();
  const remove = useDeletion(
    async ({ id, version }: Draft) => {
      await admin.deleteDraftOrder({ id }, { ifMatch: version });
      await navigate({ to: '/draft-orders' });
    },
    ['draft-orders'],
  );
  return (
    <>
      <Button look="danger" onClick={() => remove.ask(draft)}>
        {t('common.delete')}
      </Button>
      {remove.of && (
        <Confirm title={t('draft.deleteTitle')} action={t('common.delete')} {...remove.dialog}>
          <p>{t('draft.deleteHint')}</p>
        </Confirm>
      )}
    </>
  );
}

/** The order is only placed at the price that the operator has seen. */
function Place({ draft }: { draft: Draft }) {
  const { t, money } = useIntl(DRAFT_TEXTS);
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const [asking, setAsking] = useState<'send' | 'paid'>();
  const { id, version, email, total: expectedTotal, currency } = draft;
  const total = money(expectedTotal, currency);
  const isFree = expectedTotal === 0;
  const place = useMutation({
    mutationFn: (body: Placing) =>
      admin.placeDraftOrder({ id, body: { expectedTotal, ...body } }, { ifMatch: version }),
    onSuccess: async (order) => {
      client.setQueryData(['orders', order.id], order);
      await navigate({ to: '/orders/$id', params: { id: order.id } });
      client.removeQueries({ queryKey: ['draft-orders'] });
      await client.invalidateQueries({ queryKey: ['orders'] });
      toast(t('draft.placed', { number: order.number }));
    },
  });
  const close = () => {
    place.reset();
    setAsking(undefined);
  };
  const dialog = { sending: place, onClose: close };
  return (
    <>
      {!isFree && <Button onClick={() => setAsking('paid')}>{t('draft.markPaid')}</Button>}
      <Button look="primary" onClick={() => setAsking('send')}>
        {t(isFree ? 'draft.place' : 'draft.send')}
      </Button>
      {asking === 'send' && (
        <FormDialog
          title={t('draft.sendTitle')}
          submit={t(isFree ? 'draft.place' : 'draft.send')}
          onSubmit={() => place.mutate({})}
          {...dialog}
        >
          <p>{isFree ? t('draft.placeHint') : t('draft.sendHint', { email: email ?? '–', total })}</p>
        </FormDialog>
      )}
      {asking === 'paid' && (
        <FormDialog
          title={t('draft.markPaid')}
          submit={t('draft.markPaid')}
          onSubmit={(given) =>
            place.mutate({ paid: { reference: given('reference'), paidOn: given('paidOn') } })
          }
          {...dialog}
        >
          <p>{t('draft.markPaidHint', { total })}</p>
          <Field
            label={t('draft.reference')}
            hint={t('draft.referenceHint')}
            name="reference"
            maxLength={255}
            required
          />
          <DateField label={t('draft.paidOn')} name="paidOn" required defaultValue={today()} />
        </FormDialog>
      )}
    </>
  );
}
