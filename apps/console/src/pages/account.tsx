import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import encodeQr from 'qr';
import { useState } from 'react';
import { admin } from '../api.ts';
import { ACCOUNT_TEXTS } from '../i18n/account.ts';
import { useIntl } from '../i18n/index.tsx';
import { useMe } from '../session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Badge, Button, Card, Copy, Field, Loaded, Page, Problem, Table, Time } from '../ui/index.tsx';

/** The operator's own account: second factor, password, sessions. */
export function Account() {
  const { t } = useIntl(ACCOUNT_TEXTS);
  return (
    <Page title={t('account.title')}>
      <div className="cards">
        <SecondFactor />
        <Password />
      </div>
      <Sessions />
    </Page>
  );
}

function SecondFactor() {
  const { t } = useIntl(ACCOUNT_TEXTS);
  const { secondFactor } = useMe();
  const client = useQueryClient();
  const [open, setOpen] = useState<'begin' | 'remove'>();
  const close = () => {
    setOpen(undefined);
    return client.invalidateQueries();
  };
  const remove = useMutation({
    mutationFn: (currentPassword: string) => admin.removeSecondFactor({ body: { currentPassword } }),
    onSuccess: close,
  });
  if (!secondFactor) return null;
  const { isOn, isRequired, recoveryCodesLeft } = secondFactor;
  return (
    <Card title={t('account.factor')}>
      {isRequired && !isOn && <p className="note warn">{t('account.factorRequired')}</p>}
      <p>{t(isOn ? 'account.factorOn' : 'account.factorOff')}</p>
      {isOn && <p>{t('account.codesLeft', { count: recoveryCodesLeft })}</p>}
      <div className="actions">
        <Button look={isOn ? 'plain' : 'primary'} onClick={() => setOpen('begin')}>
          {t(isOn ? 'account.replace' : 'account.begin')}
        </Button>
        {isOn && (
          <Button look="danger" onClick={() => setOpen('remove')}>
            {t('account.remove')}
          </Button>
        )}
      </div>
      {open === 'begin' && <Enrolment onEnd={close} />}
      {open === 'remove' && (
        <PasswordDialog
          title={t('account.remove')}
          sending={remove}
          onSubmit={remove.mutate}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Password, then QR code and code, then the recovery codes. */
function Enrolment({ onEnd }: { onEnd(): Promise<void> }) {
  const { t } = useIntl(ACCOUNT_TEXTS);
  const begin = useMutation({
    mutationFn: (currentPassword: string) => admin.beginSecondFactor({ body: { currentPassword } }),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => admin.confirmSecondFactor({ body: { code } }),
  });

  if (confirm.data) {
    const codes = confirm.data.recoveryCodes.join('\n');
    return (
      <Dialog title={t('account.codesTitle')}>
        <p>{t('account.codes')}</p>
        <pre className="code">{codes}</pre>
        <div className="actions">
          <Button look="primary" onClick={onEnd}>
            {t('account.kept')}
          </Button>
          <Copy text={codes} />
        </div>
      </Dialog>
    );
  }
  if (begin.data) {
    const { secret, uri } = begin.data;
    return (
      <FormDialog
        title={t('account.begin')}
        submit={t('account.confirm')}
        sending={confirm}
        onSubmit={(given) => confirm.mutate(given('code'))}
        onClose={onEnd}
      >
        <p>{t('account.scan')}</p>
        <QrCode text={uri} />
        <div className="row">
          <span>{t('account.secret')}</span>
          <code className="wrap">{secret}</code>
          <Copy text={secret} />
        </div>
        <Field
          label={t('signIn.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          required
        />
      </FormDialog>
    );
  }
  return (
    <PasswordDialog title={t('account.begin')} sending={begin} onSubmit={begin.mutate} onClose={onEnd} />
  );
}

interface PasswordDialogProps {
  title: string;
  sending: { isPending: boolean; error: unknown };
  onSubmit(password: string): void;
  onClose(): void;
}

/** Asks for the password although the operator is signed in. */
function PasswordDialog({ title, sending, onSubmit, onClose }: PasswordDialogProps) {
  const { t } = useIntl(ACCOUNT_TEXTS);
  // The password as it was typed: it may begin or end with a space.
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={title}
      submit={title}
      sending={sending}
      onSubmit={() => onSubmit(password)}
      onClose={onClose}
    >
      <Field
        label={t('account.current')}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        required
      />
    </FormDialog>
  );
}

/** Dark on light in either appearance, as cameras expect it. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQr(text, 'raw', { border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} aria-hidden="true">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}

function Password() {
  const { t } = useIntl(ACCOUNT_TEXTS);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      admin.changeOperatorPassword({ body }),
    onSuccess: () => location.assign('/console/'),
  });
  return (
    <Card title={t('account.password')}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          change.mutate({
            currentPassword: String(form.get('currentPassword')),
            newPassword: String(form.get('newPassword')),
          });
        }}
      >
        <Field
          label={t('account.current')}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label={t('account.new')}
          hint={t('account.changeHint')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          minLength={12}
          required
        />
        <Problem error={change.error} />
        <div>
          <Button type="submit" isBusy={change.isPending}>
            {t('account.change')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Sessions() {
  const { t } = useIntl(ACCOUNT_TEXTS);
  const client = useQueryClient();
  const list = useQuery({ queryKey: ['own-sessions'], queryFn: () => admin.listOwnSessions() });
  const end = useMutation({
    mutationFn: (id: string) => admin.endOwnSession({ id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['own-sessions'] }),
  });
  const endAll = useMutation({
    mutationFn: () => admin.endOwnSessions(),
    onSuccess: () => location.assign('/console/'),
  });
  return (
    <Card
      title={t('account.sessions')}
      actions={
        <Button onClick={() => endAll.mutate()} isBusy={endAll.isPending}>
          {t('account.endAll')}
        </Button>
      }
    >
      <Problem error={end.error ?? endAll.error} />
      <Loaded query={list}>
        {({ items }) => (
          <Table
            label={t('account.sessions')}
            head={[t('account.started'), t('account.from'), t('account.until'), '']}
          >
            {items.map(({ id, startedAt, startedFrom, expiresAt, isCurrent }) => (
              <tr key={id}>
                <td className="nowrap">
                  <Time iso={startedAt} />
                </td>
                <td>{startedFrom ?? '–'}</td>
                <td className="nowrap">
                  <Time iso={expiresAt} />
                </td>
                <td>
                  {isCurrent ? (
                    <Badge tone="good">{t('account.current_session')}</Badge>
                  ) : (
                    <Button onClick={() => end.mutate(id)}>{t('account.end')}</Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </Card>
  );
}
