import { isServiceError } from '@service/client-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { admin, onSessionEnd, signIn } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import { SignInCard, SignInForm } from './sign-in.tsx';
import { Dialog, Problem } from './ui/index.tsx';

type Me = Awaited<ReturnType<typeof admin.getCurrentAdmin>>;

const Context = createContext<Me | undefined>(undefined);

export const MeProvider = Context.Provider;

/** The operator who is signed in, or the portal session. */
export function useMe(): Me {
  const me = useContext(Context);
  if (!me) throw new Error('Outside of Session');
  return me;
}

type Capability = NonNullable<Me['portal']>['capabilities'][number];

/**
 * What the operator may do, or by which capability a subscriber in the portal: buttons that aren't theirs aren't shown.
 * The server decides in any case.
 */
export function useMay(permission: string, capability?: Capability): boolean {
  const { portal, permissions } = useMe();
  if (portal) return capability !== undefined && portal.capabilities.includes(capability);
  return permissions.includes(permission);
}

/** A sign-in page until somebody is signed in; when the session ends later, the password is asked for in place. */
export function Session({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const link = useLink();
  const me = useQuery({ queryKey: ['me'], queryFn: () => admin.getCurrentAdmin(), enabled: !link.isOpening });
  const [hasEnded, setEnded] = useState(false);
  const { t } = useIntl();
  useEffect(() => onSessionEnd(() => setEnded(true)), []);

  const goOn = async () => {
    const before = me.data?.id;
    const { data } = await me.refetch();
    setEnded(false);
    // Another operator must not see what the one before has looked at.
    if (before && before !== data?.id) client.clear();
    await client.invalidateQueries();
  };

  if (link.isOpening) return <main className="entry">{t('signIn.link')}</main>;
  if (me.data)
    return (
      <Context value={me.data}>
        {children}
        {hasEnded && (
          <Dialog title={t('signIn.again')}>
            <p>{t('signIn.ended')}</p>
            <SignInForm email={me.data.email ?? ''} onSignedIn={goOn} />
          </Dialog>
        )}
      </Context>
    );
  if (isServiceError(me.error, 'unauthenticated'))
    return <SignInCard hint={link.isRefused ? t('signIn.linkUsed') : undefined} onSignedIn={goOn} />;
  return (
    <main className="entry">
      {me.error ? (
        <Problem error={me.error} onRetry={() => me.refetch()} />
      ) : (
        <p role="status">{t('common.loading')}</p>
      )}
    </main>
  );
}

/** A link to sign in by carries its token after the `#`, where no server and no log sees it. */
function useLink() {
  const token = useRef(/^#link=([\w-]+)$/.exec(location.hash)?.[1]);
  const [state, setState] = useState<'opening' | 'refused' | 'none'>(token.current ? 'opening' : 'none');
  useEffect(() => {
    const link = token.current;
    if (!link) return;
    token.current = undefined;
    history.replaceState(null, '', location.pathname);
    signIn({ link }).then(
      () => setState('none'),
      () => setState('refused'),
    );
  }, []);
  return { isOpening: state === 'opening', isRefused: state === 'refused' };
}
