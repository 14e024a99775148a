import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { REDIRECT_TEXTS } from '../../i18n/redirects.ts';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Button, Card, Field, Problem } from '../../ui/index.tsx';
import { changed, Empty, Paged, SearchField } from '../../ui/list.tsx';
import { FileImport } from '../imports/file-import.tsx';
import { Settings } from './frame.tsx';

const route = getRouteApi('/signed-in/settings/redirects');

const PAGE_SIZE = 50;
const EXAMPLE = 'from,to\n/products/darjeeling,/p/darjeeling\n';

const CALLS = {
  send: (file: Parameters<typeof admin.importRedirects>[0]) => admin.importRedirects(file, { timeoutMs: 0 }),
  get: (id: string) => admin.getRedirectImport({ id }),
  listRefused: (query: Parameters<typeof admin.listRefusedRedirects>[0]) => admin.listRefusedRedirects(query),
};

type Redirect = Awaited<ReturnType<typeof admin.listRedirects>>['items'][number];

export function RedirectsPage() {
  const { t } = useIntl(REDIRECT_TEXTS);
  const mayChange = useMay('settings:write');
  const shown = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Settings tab="redirects">
      <Card>
        <p className="quiet">{t('redirects.hint')}</p>
        {mayChange && <Add />}
        <Redirects mayChange={mayChange} />
      </Card>
      {mayChange && (
        <FileImport
          title={t('redirects.import')}
          hint={t('redirects.importHint')}
          example={EXAMPLE}
          fills="redirects"
          calls={CALLS}
          shown={shown}
          onShow={(search) => navigate({ search })}
        />
      )}
    </Settings>
  );
}

function Add() {
  const { t } = useIntl(REDIRECT_TEXTS);
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (body: { from: string; to: string }) => admin.setRedirect({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['redirects'] }),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const [from = '', to = ''] = ['from', 'to'].map((name) => String(given.get(name)).trim());
    add.mutate({ from, to }, { onSuccess: () => form.reset() });
  }
  return (
    <>
      <form className="filters" onSubmit={submit}>
        <Field
          label={t('redirects.from')}
          name="from"
          placeholder="/products/tea"
          maxLength={1000}
          required
        />
        <Field label={t('redirects.to')} name="to" placeholder="/p/tea" maxLength={1000} required />
        <Button type="submit" isBusy={add.isPending}>
          {t('redirects.add')}
        </Button>
      </form>
      <Problem error={add.error} />
    </>
  );
}

function Redirects({ mayChange }: { mayChange: boolean }) {
  const { t } = useIntl(REDIRECT_TEXTS);
  const { q, list } = route.useSearch();
  const navigate = route.useNavigate();
  const page = Number(list) || 1;
  const query = useQuery({
    queryKey: ['redirects', q, page],
    queryFn: () => admin.listRedirects({ ...(q ? { q } : {}), page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const remove = useDeletion(({ id }: Redirect) => admin.deleteRedirect({ id }), ['redirects']);
  const show = (next: { q?: string; list?: string }) =>
    navigate({ search: (before) => changed(before, next) });
  const columns: readonly Column<Redirect>[] = [
    { title: t('redirects.from'), cell: ({ from }) => <code className="wrap">{from}</code> },
    { title: t('redirects.to'), cell: ({ to }) => <code className="wrap">{to}</code> },
    ...(mayChange
      ? ([
          {
            title: t('common.delete'),
            kind: 'line',
            cell: (redirect) => (
              <Button
                aria-label={`${t('common.delete')}: ${redirect.from}`}
                onClick={() => remove.ask(redirect)}
              >
                {t('common.delete')}
              </Button>
            ),
          },
        ] satisfies Column<Redirect>[])
      : []),
  ];
  return (
    <>
      <Filters>
        <SearchField label={t('redirects.search')} q={q} onSearch={(next) => show({ q: next, list: '' })} />
      </Filters>
      <Paged
        query={query}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={(next) => show({ list: next })}
        empty={<Empty text={t('redirects.none')} />}
      >
        {(rows) => <DataTable label={t('settings.redirects')} columns={columns} rows={rows} />}
      </Paged>
      {remove.of && (
        <Confirm
          title={t('redirects.deleteTitle', { from: remove.of.from })}
          action={t('common.delete')}
          {...remove.dialog}
        >
          <p>{t('redirects.deleteHint')}</p>
        </Confirm>
      )}
    </>
  );
}
