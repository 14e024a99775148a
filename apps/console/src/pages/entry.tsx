import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import icon from '../icon.svg';
import { Button, Field, Problem } from '../ui/index.tsx';

function Entry({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useIntl();
  return (
    <main className="entry">
      <title>{`${title} – ${t('app.name')}`}</title>
      <div className="card">
        <div className="brand">
          <img src={icon} alt="" />
          {t('app.name')}
        </div>
        <h1>{title}</h1>
        {children}
        <a href="/console/">{t('signIn.title')}</a>
      </div>
    </main>
  );
}

/** A message's link carries its token after the `#`. */
const tokenOfLink = () => location.hash.replace(/^#(?:token=)?/, '');

function formOf(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries(
    [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
  );
}

export function ResetPassword() {
  const { t } = useIntl();
  const [hasToken, setHasToken] = useState(tokenOfLink() !== '');
  const request = useMutation({
    mutationFn: (email: string) => admin.requestOperatorPasswordReset({ body: { email } }),
  });
  const reset = useMutation({
    mutationFn: ({ token = '', newPassword = '' }: Record<string, string>) =>
      admin.resetOperatorPassword({ body: { token: token.trim(), newPassword } }),
  });

  if (reset.isSuccess) return <Entry title={t('reset.title')}>{t('reset.done')}</Entry>;
  if (hasToken)
    return (
      <Entry title={t('reset.title')}>
        <form onSubmit={(event) => reset.mutate(formOf(event))}>
          <Field
            label={t('reset.token')}
            name="token"
            defaultValue={tokenOfLink()}
            autoComplete="off"
            required
          />
          <Field
            label={t('reset.newPassword')}
            name="newPassword"
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
          />
          <Problem error={reset.error} />
          <Button type="submit" look="primary" isBusy={reset.isPending}>
            {t('reset.submit')}
          </Button>
        </form>
      </Entry>
    );
  return (
    <Entry title={t('reset.title')}>
      <form onSubmit={(event) => request.mutate(formOf(event).email ?? '')}>
        <Field label={t('signIn.email')} name="email" type="email" autoComplete="username" required />
        <Problem error={request.error} />
        {request.isSuccess && (
          <p className="note" role="status">
            {t('reset.sent')}
          </p>
        )}
        <Button type="submit" look="primary" isBusy={request.isPending}>
          {t('reset.request')}
        </Button>
        <Button onClick={() => setHasToken(true)}>{t('reset.haveToken')}</Button>
      </form>
    </Entry>
  );
}

export function AcceptInvitation() {
  const { t } = useIntl();
  const accept = useMutation({
    mutationFn: ({ token = '', password = '', name }: Record<string, string>) =>
      admin.acceptInvitation({ body: { token: token.trim(), password, ...(name ? { name } : {}) } }),
  });
  if (accept.isSuccess) return <Entry title={t('invitation.title')}>{t('invitation.done')}</Entry>;
  return (
    <Entry title={t('invitation.title')}>
      <form onSubmit={(event) => accept.mutate(formOf(event))}>
        <Field
          label={t('reset.token')}
          name="token"
          defaultValue={tokenOfLink()}
          autoComplete="off"
          required
        />
        <Field label={t('invitation.name')} name="name" autoComplete="name" maxLength={255} />
        <Field
          label={t('reset.newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          required
        />
        <Problem error={accept.error} />
        <Button type="submit" look="primary" isBusy={accept.isPending}>
          {t('invitation.submit')}
        </Button>
      </form>
    </Entry>
  );
}
