import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay, useMe } from '../../session.tsx';
import { Confirm, ShownOnce, useConfirmed } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Choices } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge, Button, Card, Field, Time } from '../../ui/index.tsx';
import { Empty, Paged } from '../../ui/list.tsx';
import { Settings } from './frame.tsx';

const route = getRouteApi('/signed-in/settings/api-keys');

const PAGE_SIZE = 50;

type Input = Parameters<typeof admin.createApiKey>[0]['body'];
type Permission = Input['permissions'][number];
type ApiKey = Awaited<ReturnType<typeof admin.listApiKeys>>['items'][number];

export function ApiKeysPage() {
  const { t } = useIntl(SETTINGS_TEXTS);
  const mayChange = useMay('users:write');
  const { page: pageText } = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const page = Number(pageText) || 1;
  const query = useQuery({
    queryKey: ['api-keys', page],
    queryFn: () => admin.listApiKeys({ page, pageSize: PAGE_SIZE }),
  });
  const revoke = useConfirmed(({ id }: ApiKey) => admin.revokeApiKey({ id }), ['api-keys']);
  const add = mayChange && (
    <Button look="primary" onClick={() => setNew(true)}>
      {t('keys.new')}
    </Button>
  );
  const columns: readonly Column<ApiKey>[] = [
    { title: t('keys.name'), cell: (key) => key.name },
    {
      title: t('keys.prefix'),
      kind: 'line',
      cell: (key) => <code>{key.prefix}…</code>,
    },
    {
      title: t('keys.permissions'),
      cell: (key) => <small>{key.permissions.join(', ')}</small>,
    },
    {
      title: t('keys.lastUsed'),
      kind: 'line',
      cell: (key) => (key.lastUsedAt ? <Time iso={key.lastUsedAt} /> : t('keys.neverUsed')),
    },
    {
      title: t('keys.created'),
      kind: 'line',
      cell: (key) => <Time iso={key.createdAt} />,
    },
    ...(mayChange
      ? ([
          {
            title: t('keys.revoke'),
            kind: 'line',
            cell: (key) =>
              key.revokedAt ? (
                <Badge tone="idle">{t('keys.revoked')}</Badge>
              ) : (
                <Button
                  look="danger"
                  aria-label={`${t('keys.revoke')}: ${key.name}`}
                  onClick={() => revoke.ask(key)}
                >
                  {t('keys.revoke')}
                </Button>
              ),
          },
        ] satisfies Column<ApiKey>[])
      : []),
  ];
  return (
    <Settings tab="apiKeys">
      <Card title={t('keys.title')} actions={add}>
        <Paged
          query={query}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: { page: next } })}
          empty={<Empty text={t('keys.none')} />}
        >
          {(rows) => <DataTable label={t('keys.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {revoke.of && (
        <Confirm
          title={t('keys.revokeTitle', { name: revoke.of.name })}
          action={t('keys.revoke')}
          {...revoke.dialog}
        >
          <p>{t('keys.revokeHint')}</p>
        </Confirm>
      )}
    </Settings>
  );
}

function NewKey({ onClose }: { onClose(): void }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const client = useQueryClient();
  const own = useMe().permissions as readonly Permission[];
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const [isChecked, setChecked] = useState(false);
  const create = useMutation({
    mutationFn: (body: Input) => admin.createApiKey({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  });
  function submit(given: (name: string) => string) {
    setChecked(true);
    if (chosen.length > 0) create.mutate({ name: given('name'), permissions: [...chosen] });
  }

  if (create.data)
    return (
      <ShownOnce
        title={t('keys.shownOnce')}
        hint={t('keys.shownHint')}
        secret={create.data.key ?? ''}
        kept={t('keys.kept')}
        onKept={onClose}
      />
    );
  return (
    <FormDialog
      title={t('keys.new')}
      submit={t('keys.create')}
      sending={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('keys.name')} name="name" maxLength={255} required />
      <Choices
        legend={t('keys.permissions')}
        of={own.map((permission) => [permission, permission] as const)}
        chosen={chosen}
        onChange={setChosen}
        missing={isChecked ? t('keys.pick') : undefined}
      />
    </FormDialog>
  );
}
