import type { ReactNode } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Button, Dialog, Problem } from './index.tsx';

interface ConfirmProps {
  title: string;
  /** What will be lost, by name. */
  children: ReactNode;
  /** The word of the button. */
  action: string;
  isBusy: boolean;
  error: unknown;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something is lost. */
export function Confirm({ title, children, action, isBusy, error, onConfirm, onClose }: ConfirmProps) {
  const { t } = useIntl();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack wrap">{children}</div>
      <Problem error={error} />
      <div className="actions">
        <Button look="danger" onClick={onConfirm} isBusy={isBusy}>
          {action}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  );
}
