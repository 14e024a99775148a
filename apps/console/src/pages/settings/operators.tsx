import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay, useMe } from '../../session.tsx';
import { Confirm, useConfirmed } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge, Button, Card, Field, Loaded, Problem, Select, Time } from '../../ui/index.tsx';
import { Paged } from '../../ui/list.tsx';
import { Settings } from './frame.tsx';

const route = getRouteApi('/signed-in/settings/operators');

const PAGE_SIZE = 50;
const ROLES = ['owner', 'manager', 'support', 'viewer'] as const;

type Role = (typeof ROLES)[number];
type User = Awaited<ReturnType<typeof admin.getUser>>;
type Invitation = Awaited<ReturnType<typeof admin.listInvitations>>['items'][number];

export function OperatorsPage() {
  const { t } = useIntl(SETTINGS_TEXTS);
  const mayChange = useMay('users:write');
  const me = useMe();
  const { page: pageText } = route.useSearch();
  const navigate = route.useNavigate();
  const [isInviting, setInviting] = useState(false);
  const page = Number(pageText) || 1;
  const users = useQuery({
    queryKey: ['users', page],
    queryFn: () => admin.listUsers({ page, pageSize: PAGE_SIZE }),
  });
  const columns: readonly Column<User>[] = [
    {
      title: t('operators.email'),
      cell: ({ email, disabled }) => (
        <>
          {email} {disabled && <Badge tone="bad">{t('operators.disabled')}</Badge>}
          {me.email === email && <Badge tone="idle">{t('operators.you')}</Badge>}
        </>
      ),
    },
    { title: t('operators.name'), cell: ({ name }) => name ?? '–' },
    {
      title: t('operators.role'),
      kind: 'line',
      cell: (user) => (mayChange ? <RoleOf user={user} /> : t(`role.${user.role}`)),
    },
    {
      title: t('operators.secondFactor'),
      kind: 'line',
      cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'common.yes' : 'common.no'),
    },
    { title: t('operators.since'), kind: 'line', cell: ({ createdAt }) => <Time iso={createdAt} /> },
    ...(mayChange
      ? ([{ title: t('common.edit'), cell: (user) => <Actions user={user} /> }] satisfies Column<User>[])
      : []),
  ];
  return (
    <Settings tab="operators">
      <Card
        title={t('operators.title')}
        actions={
          mayChange && (
            <Button look="primary" onClick={() => setInviting(true)}>
              {t('operators.invite')}
            </Button>
          )
        }
      >
        <Paged
          query={users}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: { page: next } })}
          empty={null}
        >
          {(rows) => <DataTable label={t('operators.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
      <Invitations />
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Settings>
  );
}

function useChange({ id, version }: User) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { role: Role } | { disabled: false }) =>
      admin.updateUser({ id, body }, { ifMatch: version }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}

function RoleOf({ user }: { user: User }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const change = useChange(user);
  return (
    <>
      <select
        aria-label={t('operators.roleOf', { email: user.email })}
        value={user.role}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ role: event.target.value as Role })}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {t(`role.${each}`)}
          </option>
        ))}
      </select>
      <Problem error={change.error} />
    </>
  );
}

function Actions({ user }: { user: User }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const me = useMe();
  const change = useChange(user);
  const disable = useConfirmed(
    ({ id, version }: User) => admin.updateUser({ id, body: { disabled: true } }, { ifMatch: version }),
    ['users'],
  );
  const reset = useConfirmed(({ id }: User) => admin.resetSecondFactor({ id }), ['users']);
  const { email, disabled, hasSecondFactor } = user;
  return (
    <>
      <div className="actions">
        {disabled ? (
          <Button onClick={() => change.mutate({ disabled: false })} isBusy={change.isPending}>
            {t('operators.enable')}
          </Button>
        ) : (
          <Button look="danger" onClick={() => disable.ask(user)}>
            {t('operators.disable')}
          </Button>
        )}
        {hasSecondFactor && me.email !== email && (
          <Button look="danger" onClick={() => reset.ask(user)}>
            {t('operators.resetFactor')}
          </Button>
        )}
      </div>
      <Problem error={change.error} />
      {reset.of && (
        <Confirm
          title={t('operators.resetFactorTitle', { email })}
          action={t('operators.resetFactor')}
          {...reset.dialog}
        >
          <p>{t('operators.resetFactorHint')}</p>
        </Confirm>
      )}
      {disable.of && (
        <Confirm
          title={t('operators.disableTitle', { email })}
          action={t('operators.disable')}
          {...disable.dialog}
        >
          <p>{t('operators.disableHint')}</p>
        </Confirm>
      )}
    </>
  );
}

function Invitations() {
  const { t, dateTime } = useIntl(SETTINGS_TEXTS);
  const mayChange = useMay('users:write');
  const query = useQuery({
    queryKey: ['invitations'],
    queryFn: () => admin.listInvitations({ pageSize: 100 }),
  });
  const withdraw = useConfirmed(({ id }: Invitation) => admin.withdrawInvitation({ id }), ['invitations']);
  return (
    <Card title={t('operators.invitations')}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">{t('operators.noInvitations')}</p>
          ) : (
            <ul className="list">
              {items.map((invitation) => (
                <li key={invitation.id} className="between">
                  <div className="stack tight wrap">
                    <span>
                      {invitation.email} · {t(`role.${invitation.role}`)}
                    </span>
                    <small>
                      {t('operators.expires')} {dateTime(invitation.expiresAt)}
                    </small>
                  </div>
                  {mayChange && (
                    <Button look="danger" onClick={() => withdraw.ask(invitation)}>
                      {t('operators.withdraw')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {withdraw.of && (
        <Confirm
          title={t('operators.withdrawTitle', { email: withdraw.of.email })}
          action={t('operators.withdraw')}
          {...withdraw.dialog}
        >
          <p>{t('operators.withdrawHint')}</p>
        </Confirm>
      )}
    </Card>
  );
}

function Invite({ onClose }: { onClose(): void }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const client = useQueryClient();
  const [role, setRole] = useState<Role>('support');
  const invite = useMutation({
    mutationFn: (body: Parameters<typeof admin.inviteUser>[0]['body']) => admin.inviteUser({ body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['invitations'] });
      onClose();
    },
  });
  function submit(given: (name: string) => string) {
    const [email, name] = [given('email'), given('name')];
    invite.mutate({ email, role, ...(name ? { name } : {}) });
  }
  return (
    <FormDialog
      title={t('operators.invite')}
      submit={t('operators.invite')}
      sending={invite}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('operators.inviteHint')}</p>
      <Field label={t('operators.email')} name="email" type="email" maxLength={320} required />
      <Field label={t('operators.name')} name="name" maxLength={255} />
      <Select
        label={t('operators.role')}
        value={role}
        options={ROLES.map((each) => [each, `${t(`role.${each}`)}: ${t(`role.${each}Hint`)}`] as const)}
        onChange={(value) => setRole(value as Role)}
      />
    </FormDialog>
  );
}
