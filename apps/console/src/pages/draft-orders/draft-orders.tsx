import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { DRAFT_TEXTS } from '../../i18n/draft-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { useMay } from '../../session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Button, Card, Page, Problem, Time } from '../../ui/index.tsx';
import { changed, Empty, Paged } from '../../ui/list.tsx';

const route = getRouteApi('/signed-in/draft-orders');

const PAGE_SIZE = 50;

type Summary = Awaited<ReturnType<typeof admin.listDraftOrders>>['items'][number];

export function DraftOrders() {
  const { t } = useIntl(DRAFT_TEXTS);
  const mayChange = useMay('orders:write');
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const page = Number(route.useSearch().page) || 1;
  const query = { page, pageSize: PAGE_SIZE };
  const list = useQuery({
    queryKey: ['draft-orders', query],
    queryFn: () => admin.listDraftOrders(query),
    placeholderData: keepPreviousData,
  });
  const begin = useMutation({
    mutationFn: () => admin.createDraftOrder({ body: {} }),
    onSuccess: async (draft) => {
      client.setQueryData(['draft-orders', draft.id], draft);
      await navigate({ to: '/draft-orders/$id', params: { id: draft.id } });
    },
  });
  const columns: readonly Column<Summary>[] = [
    {
      title: t('drafts.buyer'),
      cell: ({ id, name, email }) => (
        <div>
          <Link to="/draft-orders/$id" params={{ id }}>
            {name ?? email ?? t('draft.guest')}
          </Link>
          {name && email && <small className="below">{email}</small>}
        </div>
      ),
    },
    { title: t('drafts.lines'), kind: 'figure', cell: ({ lineCount }) => lineCount },
    { title: t('drafts.note'), cell: ({ note }) => note ?? '–' },
    { title: t('drafts.changed'), kind: 'line', cell: ({ updatedAt }) => <Time iso={updatedAt} /> },
  ];
  return (
    <Page
      title={t('nav.draftOrders')}
      actions={
        mayChange && (
          <Button look="primary" isBusy={begin.isPending} onClick={() => begin.mutate()}>
            {t('drafts.new')}
          </Button>
        )
      }
    >
      <Problem error={begin.error} />
      <Card>
        <Paged
          query={list}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
          empty={<Empty text={t('drafts.none')} />}
        >
          {(rows) => <DataTable label={t('nav.draftOrders')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
    </Page>
  );
}
