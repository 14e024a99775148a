import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { applyAccent } from '../accent.ts';
import { admin, onSessionEnd } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { fetchLook, LookProvider } from '../look.ts';
import { MeProvider } from '../session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/index.tsx';

import { askForToken, isEmbedded, listenToHost, STORE, wasGivenToken } from './host.ts';

/**
 * The content of the portal while its session lasts. Embedded, it requests the next session from the page around it
 * automatically.
 */
export function PortalSession({ children }: { children: ReactNode }) {
  const { t } = useIntl();
  const client = useQueryClient();
  const [hasToken, setHasToken] = useState(wasGivenToken || !isEmbedded);
  const [hasEnded, setEnded] = useState(false);
  const look = useQuery({ queryKey: ['look'], queryFn: () => fetchLook(STORE), staleTime: Infinity });
  const me = useQuery({ queryKey: ['me'], queryFn: () => admin.getCurrentAdmin(), enabled: hasToken });

  useEffect(
    () =>
      onSessionEnd(() => {
        setEnded(true);
        askForToken();
      }),
    [],
  );
  useEffect(() => {
    if (!look.data) return;
    if (look.data.accentColor) applyAccent(look.data.accentColor);
    listenToHost(look.data.embedOrigins, () => {
      setHasToken(true);
      setEnded(false);
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'look' });
    });
  }, [look.data, client]);

  if (look.error)
    return (
      <Entry>
        <Problem error={look.error} onRetry={() => look.refetch()} />
      </Entry>
    );
  if (!look.data) return <Entry>{t('common.loading')}</Entry>;
  if (!me.data) {
    if (hasEnded && !isEmbedded) return <Entry title={look.data.name}>{t('portal.ended')}</Entry>;
    if (me.error && !hasEnded)
      return (
        <Entry>
          <Problem error={me.error} onRetry={() => me.refetch()} />
        </Entry>
      );
    return <Entry>{t('portal.waiting')}</Entry>;
  }
  return (
    <LookProvider value={look.data}>
      <MeProvider value={me.data}>{children}</MeProvider>
      {hasEnded && (
        <Dialog title={t(isEmbedded ? 'portal.renewing' : 'portal.endedTitle')}>
          <p>{t(isEmbedded ? 'portal.waiting' : 'portal.ended')}</p>
        </Dialog>
      )}
    </LookProvider>
  );
}

function Entry({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <main className="entry">
      <div className="card" role="status">
        {title && <h1>{title}</h1>}
        <div>{children}</div>
      </div>
    </main>
  );
}
