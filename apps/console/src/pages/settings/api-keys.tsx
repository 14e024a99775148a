import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay, useMe } from '../../session.tsx';
import { Confirm, ShownOnce, useConfirmed } from '../../ui/confirm.tsx';
import { Choices } from '../../ui/form.tsx';
import { Badge, Button, Card, Dialog, Field, Loaded, Problem, Table, Time } from '../../ui/index.tsx';
import { Empty, Pager } from '../../ui/list.tsx';
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
  return (
    <Settings tab="apiKeys">
      <Card title={t('keys.title')} actions={add}>
        <Loaded query={query}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty text={t('keys.none')} />
            ) : (
              <>
                <Table
                  label={t('keys.title')}
                  head={[
                    t('keys.name'),
                    t('keys.prefix'),
                    t('keys.permissions'),
                    t('keys.lastUsed'),
                    t('keys.created'),
                    ...(mayChange ? [t('keys.revoke')] : []),
                  ]}
                >
                  {items.map((key) => (
                    <tr key={key.id}>
                      <td className="wrap">{key.name}</td>
                      <td>
                        <code>{key.prefix}…</code>
                      </td>
                      <td className="wrap">
                        <small>{key.permissions.join(', ')}</small>
                      </td>
                      <td className="nowrap">
                        {key.lastUsedAt ? <Time iso={key.lastUsedAt} /> : t('keys.neverUsed')}
                      </td>
                      <td className="nowrap">
                        <Time iso={key.createdAt} />
                      </td>
                      {mayChange && (
                        <td>
                          {key.revokedAt ? (
                            <Badge tone="idle">{t('keys.revoked')}</Badge>
                          ) : (
                            <Button
                              look="danger"
                              aria-label={`${t('keys.revoke')}: ${key.name}`}
                              onClick={() => revoke.ask(key)}
                            >
                              {t('keys.revoke')}
                            </Button>
                          )}
                        </td>
                      )}
                    </tr>
                  ))}
                </Table>
                <Pager
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  onPage={(next) => navigate({ search: { page: next } })}
                />
              </>
            )
          }
        </Loaded>
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
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (chosen.length === 0) return;
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    create.mutate({ name, permissions: [...chosen] });
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
    <Dialog title={t('keys.new')} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label={t('keys.name')} name="name" maxLength={255} required />
        <Choices
          legend={t('keys.permissions')}
          of={own.map((permission) => [permission, permission] as const)}
          chosen={chosen}
          onChange={setChosen}
          missing={isChecked ? t('keys.pick') : undefined}
        />
        <Problem error={create.error} />
        <div className="actions">
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {t('keys.create')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
