import type { ReactNode } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Dialog } from './dialog.tsx';
import { Button, Problem } from './index.tsx';

interface SentFormProps {
  /** The word of the button. */
  submit: string;
  look?: 'primary' | 'danger' | 'plain';
  /** The state of its request: whether it is under way, and why it failed. */
  sending: { isPending: boolean; error: unknown };
  isIncomplete?: boolean;
  children: ReactNode;
  /** With what each field holds, by its name. */
  onSubmit(given: (name: string) => string, form: HTMLFormElement): void;
}

/** Fields with the button that sends them; `beside` stands beside that. */
export function SentForm({
  submit,
  look = 'primary',
  sending,
  isIncomplete = false,
  children,
  onSubmit,
  beside,
}: SentFormProps & { beside?: ReactNode }) {
  return (
    <form
      className="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const data = new FormData(form);
        onSubmit((name) => String(data.get(name) ?? '').trim(), form);
      }}
    >
      {children}
      <Problem error={sending.error} />
      <div className="actions">
        <Button type="submit" look={look} isBusy={sending.isPending} disabled={isIncomplete}>
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}

interface FormDialogProps extends SentFormProps {
  title: string;
  /** The word of the button by which nothing is done. */
  cancel?: string;
  onClose(): void;
}

/** A dialog with a form, which it sends. */
export function FormDialog({ title, cancel, onClose, ...form }: FormDialogProps) {
  const { t } = useIntl();
  return (
    <Dialog title={title} onClose={onClose}>
      <SentForm {...form} beside={<Button onClick={onClose}>{cancel ?? t('common.cancel')}</Button>} />
    </Dialog>
  );
}
