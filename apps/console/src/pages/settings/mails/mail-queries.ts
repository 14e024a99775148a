import { admin } from '../../../api.ts';

export type MailSettings = Awaited<ReturnType<typeof admin.getMailSettings>>;
export type MailText = Awaited<ReturnType<typeof admin.listMailTexts>>['items'][number];
export type Kind = MailText['kind'];
export type Locale = MailText['locale'];

export const LOCALES = ['en', 'de', 'fr', 'es'] as const satisfies readonly Locale[];

export const GROUPS = [
  [
    'orders',
    [
      'order_placed',
      'order_confirmation',
      'payment_failed',
      'order_shipped',
      'order_ready',
      'order_cancelled',
      'order_refunded',
    ],
  ],
  [
    'returns',
    ['return_requested', 'return_approved', 'return_rejected', 'return_received', 'withdrawal_received'],
  ],
  [
    'accounts',
    [
      'verification',
      'password_reset',
      'password_changed',
      'email_change',
      'email_taken',
      'email_change_requested',
      'email_changed',
    ],
  ],
] as const satisfies readonly (readonly [string, readonly Kind[]])[];

export const mailSettingsQuery = { queryKey: ['mail-settings'], queryFn: () => admin.getMailSettings() };

export const mailTextsQuery = (locale: Locale) => ({
  queryKey: ['mail-texts', locale],
  queryFn: () => admin.listMailTexts({ locale }),
});
