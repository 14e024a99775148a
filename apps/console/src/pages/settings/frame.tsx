import type { ReactNode } from 'react';
import { type MessageKey, useIntl } from '../../i18n/index.tsx';
import { Page } from '../../ui/index.tsx';

type Named<Key> = Key extends `settings.${infer Name}` ? Name : never;

/** A page of the settings that is in the navigation. */
export function Settings({ tab, children }: { tab: Named<MessageKey>; children: ReactNode }) {
  const { t } = useIntl();
  return <Page title={t(`settings.${tab}`)}>{children}</Page>;
}
