import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readSignInLink, signIn } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import { Button } from './ui/index.tsx';

/**
 * The token of a sign-in link. It follows the `#`, where neither servers nor logs see it, and is removed from the address at
 * once.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => /^#link=([\w-]+)$/.exec(location.hash)?.[1]);
  useEffect(() => {
    if (token) history.replaceState(null, '', location.pathname);
  }, [token]);
  return token;
}

interface SignInByLinkProps {
  token: string;
  /** The address of the operator who is already signed in. */
  current: string | undefined;
  onSignedIn(): Promise<void>;
  /** Called when the link was used, refused or declined. */
  onEnd(result: 'used' | 'refused' | 'unwanted'): void;
}

/** Asks before a link signs its visitor in: anyone may send one, also for a store of their own. */
export function SignInByLink({ token, current, onSignedIn, onEnd }: SignInByLinkProps) {
  const { t } = useIntl();
  const [isBusy, setBusy] = useState(false);
  const linked = useQuery({ queryKey: ['sign-in link', token], queryFn: () => readSignInLink(token) });
  useEffect(() => {
    if (linked.isError) onEnd('refused');
  }, [linked.isError, onEnd]);

  async function open() {
    setBusy(true);
    try {
      await signIn({ link: token });
    } catch {
      return onEnd('refused');
    }
    await onSignedIn();
    onEnd('used');
  }

  if (!linked.data)
    return (
      <main className="entry">
        <p role="status">{t('common.loading')}</p>
      </main>
    );
  const { storeName: store, email } = linked.data;
  return (
    <main className="entry">
      <title>{`${t('signIn.title')} – ${t('app.name')}`}</title>
      <div className="card">
        <h1>{t('signIn.linkTitle', { store })}</h1>
        <p>{t('signIn.linkAsk', { store, email })}</p>
        {current && current !== email && (
          <p className="note warn">{t('signIn.linkInstead', { email: current })}</p>
        )}
        <div className="actions">
          <Button look="primary" isBusy={isBusy} onClick={open}>
            {t('signIn.submit')}
          </Button>
          <Button disabled={isBusy} onClick={() => onEnd('unwanted')}>
            {t('signIn.linkLeave')}
          </Button>
        </div>
      </div>
    </main>
  );
}
