import { CircleCheck, X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { useIntl } from '../i18n/index.tsx';

interface Notice {
  text: string;
  /** Undoes the action, or links to its result. */
  action?: { text: string; run(): void };
}

/** Long enough to read it and to reach its button. It waits while the pointer is on it (WCAG 2.2.1). */
const SHOWN_MS = 8000;

const queue = new ToastQueue<Notice>({ maxVisibleToasts: 3 });

/** Says in the corner of the page that something is done. */
export function toast(text: string, action?: Notice['action']): void {
  queue.add({ text, ...(action ? { action } : {}) }, { timeout: SHOWN_MS });
}

/** The place where they appear: once for a page. */
export function Toasts() {
  const { t } = useIntl();
  return (
    <ToastRegion queue={queue} className="fixed inset-e-4 bottom-4 z-30 grid gap-2 outline-none">
      {({ toast: shown }) => (
        <AriaToast
          toast={shown}
          className="flex max-w-[min(420px,calc(100vw-32px))] items-center gap-3 rounded-lg border border-line bg-raised py-2.5 ps-3.5 pe-2 shadow-xl"
        >
          <CircleCheck className="size-4.5 shrink-0 text-good" aria-hidden />
          <ToastContent className="min-w-0 wrap-anywhere">{shown.content.text}</ToastContent>
          {shown.content.action && (
            <AriaButton
              className="button plain"
              onPress={() => {
                shown.content.action?.run();
                queue.close(shown.key);
              }}
            >
              {shown.content.action.text}
            </AriaButton>
          )}
          <AriaButton
            slot="close"
            aria-label={t('common.close')}
            className="grid size-8 cursor-pointer place-items-center rounded-md hover:bg-idle-soft"
          >
            <X className="size-4" aria-hidden />
          </AriaButton>
        </AriaToast>
      )}
    </ToastRegion>
  );
}
