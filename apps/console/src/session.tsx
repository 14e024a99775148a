import { isServiceError } from '@service/client-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { admin, onSessionEnd } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import { SignInCard, SignInForm } from './sign-in.tsx';
import { SignInByLink, useLinkToken } from './sign-in-link.tsx';
import { Dialog } from './ui/dialog.tsx';
import { Problem } from './ui/index.tsx';

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
 * The permission of the operator, or the capability of a subscriber in the portal: buttons without it aren't shown. The server
 * decides in any case.
 */
export function useMay(permission: string, capability?: Capability): boolean {
  const { portal, permissions } = useMe();
  if (portal) return capability !== undefined && portal.capabilities.includes(capability);
  return permissions.includes(permission);
}

/** Shows a sign-in page without a session; when the session ends later, it prompts for the password in place. */
export function Session({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const linkToken = useLinkToken();
  const [linkResult, setLinkResult] = useState<'used' | 'refused' | 'unwanted'>();
  const me = useQuery({ queryKey: ['me'], queryFn: () => admin.getCurrentAdmin() });
  const [hasEnded, setEnded] = useState(false);
  const { t } = useIntl();
  useEffect(() => onSessionEnd(() => setEnded(true)), []);

  const goOn = async () => {
    const before = me.data?.id;
    const { data } = await me.refetch();
    setEnded(false);
    // Another operator must not see the data that the previous one has read.
    if (before && before !== data?.id) client.clear();
    await client.invalidateQueries();
  };

  if (linkToken && !linkResult && !me.isPending)
    return (
      <SignInByLink
        token={linkToken}
        current={me.data?.email ?? undefined}
        onSignedIn={goOn}
        onEnd={setLinkResult}
      />
    );
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
    return (
      <SignInCard hint={linkResult === 'refused' ? t('signIn.linkUsed') : undefined} onSignedIn={goOn} />
    );
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
