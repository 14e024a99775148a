import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUser, Keyboard, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { signOut } from './api.ts';
import { useIntl } from './i18n/index.tsx';
import { useKeys } from './keys.tsx';
import { usePreferences } from './preferences.tsx';
import { Menu } from './ui/menu.tsx';

/** The operator's menu: appearance, the account, the keyboard shortcuts, and signing out. */
export function AccountMenu({ children }: { children: ReactNode }) {
  const { t } = useIntl();
  const { openHelp } = useKeys();
  const choices = usePreferences();
  const client = useQueryClient();
  const navigate = useNavigate();

  async function leave() {
    await signOut();
    client.clear();
    location.assign('/console/');
  }

  return (
    <Menu
      label={t('nav.account')}
      choices={choices}
      actions={[
        { text: t('nav.account'), icon: CircleUser, onAction: () => navigate({ to: '/account' }) },
        { text: t('nav.keys'), icon: Keyboard, onAction: openHelp },
        { text: t('nav.docs'), icon: BookOpen, onAction: () => location.assign('/docs') },
        { text: t('nav.signOut'), icon: LogOut, onAction: leave },
      ]}
    >
      {children}
    </Menu>
  );
}
