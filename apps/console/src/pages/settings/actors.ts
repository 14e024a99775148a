import { useQuery } from '@tanstack/react-query';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';

/** How records name who did something, in words: an operator by their address, to those who may know it. */
export function useActorNames(): (actor: string) => string {
  const { t } = useIntl(SETTINGS_TEXTS);
  const users = useQuery({
    queryKey: ['users', 'names'],
    queryFn: () => admin.listUsers({ pageSize: 200 }),
    enabled: useMay('users:read'),
  });
  return (actor) => {
    const [kind, id = ''] = actor.split(':');
    if (kind === 'cli') return t('audit.cli');
    if (kind === 'system') return t('audit.system');
    if (kind === 'customer') return `${t('audit.customer')} ${id.slice(0, 8)}`;
    if (kind === 'api-key') return `${t('audit.key')} ${id.slice(0, 8)}`;
    if (kind === 'portal') return `${t('settings.portal')} ${id.slice(0, 8)}`.trim();
    const user = users.data?.items.find((each) => each.id === id);
    return user?.email ?? `${t('audit.operator')} ${id.slice(0, 8)}`.trim();
  };
}
