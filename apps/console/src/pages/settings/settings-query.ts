import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../api.ts';

export type StoreSettings = Awaited<ReturnType<typeof admin.getSettings>>;
type Body = Parameters<typeof admin.replaceSettings>[0]['body'];

export const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => admin.getSettings() });

/** The settings as a request body: changed ones are replaced, and all others stay. */
export function replaceSettings(before: StoreSettings, next: Partial<Body>): Promise<StoreSettings> {
  const { id, publishableKey, version, hostProofs, ...rest } = before;
  return admin.replaceSettings({ body: { ...rest, ...next } }, { ifMatch: version });
}
