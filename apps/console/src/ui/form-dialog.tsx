import type { ReactNode } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Dialog } from './dialog.tsx';
import { Button, Problem } from './index.tsx';

interface FormDialogProps {
  title: string;
  /** The word of the button. */
  submit: string;
  look?: 'primary' | 'danger';
  /** The word of the button by which nothing is done. */
  cancel?: string;
  /** What sending it does: whether it is under way, and why it failed. */
  sending: { isPending: boolean; error: unknown };
  isIncomplete?: boolean;
  children: ReactNode;
  /** With what each field holds, by its name. */
  onSubmit(given: (name: string) => string): void;
  onClose(): void;
}

/** A dialog that asks for something and sends it. */
export function FormDialog({
  title,
  submit,
  look = 'primary',
  cancel,
  sending,
  isIncomplete = false,
  children,
  onSubmit,
  onClose,
}: FormDialogProps) {
  const { t } = useIntl();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          onSubmit((name) => String(form.get(name) ?? '').trim());
        }}
      >
        {children}
        <Problem error={sending.error} />
        <div className="actions">
          <Button type="submit" look={look} isBusy={sending.isPending} disabled={isIncomplete}>
            {submit}
          </Button>
          <Button onClick={onClose}>{cancel ?? t('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
