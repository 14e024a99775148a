import { type FormEvent, useState } from 'react';
import { signIn } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import icon from './icon.svg';
import { Button, Field, Problem } from './ui/index.tsx';

const SAID = { invalid_credentials: 'signIn.wrong', second_factor_invalid: 'signIn.codeWrong' } as const;
type Said = keyof typeof SAID;

interface SignInFormProps {
  email?: string;
  onSignedIn(): Promise<void>;
}

export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const { t } = useIntl();
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [error, setError] = useState<Error & { code?: string }>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(undefined);
    try {
      const code = form.get('code');
      await signIn({
        email: String(form.get('email')),
        password: String(form.get('password')),
        ...(code ? { code: String(code) } : {}),
      });
      await onSignedIn();
    } catch (thrown) {
      const problem = thrown as Error & { code?: string };
      if (problem.code === 'second_factor_required') setNeedsCode(true);
      else setError(problem);
    }
    setBusy(false);
  }

  return (
    <form onSubmit={submit}>
      <Field
        label={t('signIn.email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
      />
      <Field
        label={t('signIn.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      {needsCode && (
        <Field
          label={t('signIn.code')}
          hint={t('signIn.codeHint')}
          name="code"
          autoComplete="one-time-code"
          // It appears because the form was sent, and is the next field to fill in.
          autoFocus
          required
        />
      )}
      {error && (
        <Problem error={error.code && error.code in SAID ? new Error(t(SAID[error.code as Said])) : error} />
      )}
      <Button type="submit" look="primary" isBusy={isBusy}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}

export function SignInCard({ hint, onSignedIn }: SignInFormProps & { hint?: string | undefined }) {
  const { t } = useIntl();
  return (
    <main className="entry">
      <title>{`${t('signIn.title')} – ${t('app.name')}`}</title>
      <div className="card">
        <div className="brand">
          <img src={icon} alt="" />
          {t('app.name')}
        </div>
        <h1>{t('signIn.title')}</h1>
        {hint && <p className="note warn">{hint}</p>}
        <SignInForm onSignedIn={onSignedIn} />
        <a href="/console/reset-password">{t('signIn.forgotten')}</a>
      </div>
    </main>
  );
}
