import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay, useMe } from '../../session.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import {
  Badge,
  Button,
  Card,
  Check,
  Copy,
  Dialog,
  Field,
  Loaded,
  Problem,
  Table,
  Time,
} from '../../ui/index.tsx';
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
  const client = useQueryClient();
  const { page: pageText } = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const page = Number(pageText) || 1;
  const query = useQuery({
    queryKey: ['api-keys', page],
    queryFn: () => admin.listApiKeys({ page, pageSize: PAGE_SIZE }),
  });
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => admin.revokeApiKey({ id }),
    onSuccess: () => setRevoking(undefined),
    onSettled: () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  });
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
                              onClick={() => setRevoking(key)}
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
      {revoking && (
        <Confirm
          title={t('keys.revokeTitle', { name: revoking.name })}
          action={t('keys.revoke')}
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(revoking)}
          onClose={() => {
            revoke.reset();
            setRevoking(undefined);
          }}
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
  const [isPickMissing, setPickMissing] = useState(false);
  const create = useMutation({
    mutationFn: (body: Input) => admin.createApiKey({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['api-keys'] }),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setPickMissing(chosen.length === 0);
    if (chosen.length === 0) return;
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    create.mutate({ name, permissions: [...chosen] });
  }

  if (create.data)
    return (
      // Whoever closes it by accident would have to make another: it closes by its button alone.
      <Dialog title={t('keys.shownOnce')}>
        <p>{t('keys.shownHint')}</p>
        <div className="row">
          <code className="wrap">{create.data.key}</code>
          <Copy text={create.data.key ?? ''} />
        </div>
        <div className="actions">
          <Button look="primary" onClick={onClose}>
            {t('keys.kept')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('keys.new')} onClose={onClose}>
      <form onSubmit={submit}>
        <Field label={t('keys.name')} name="name" maxLength={255} required />
        <fieldset>
          <legend>{t('keys.permissions')}</legend>
          <div className="choices">
            {own.map((permission) => (
              <Check
                key={permission}
                label={permission}
                checked={chosen.includes(permission)}
                onChange={(isOn) =>
                  setChosen((before) =>
                    isOn ? [...before, permission] : before.filter((each) => each !== permission),
                  )
                }
              />
            ))}
          </div>
          {isPickMissing && (
            <p className="hint bad-text" role="alert">
              {t('keys.pick')}
            </p>
          )}
        </fieldset>
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
