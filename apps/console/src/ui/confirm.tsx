import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { Dialog } from './dialog.tsx';
import { Button, Copy, Problem } from './index.tsx';

interface ConfirmProps {
  title: string;
  /** The names of everything that will be lost. */
  children: ReactNode;
  /** The word of the button. */
  action: string;
  /** The request that follows the confirmation. */
  sending: { isPending: boolean; error: unknown };
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something is lost. It is no form, because it may stand within one. */
export function Confirm({ title, children, action, sending, onConfirm, onClose }: ConfirmProps) {
  const { t } = useIntl();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack wrap">{children}</div>
      <Problem error={sending.error} />
      <div className="actions">
        <Button look="danger" onClick={onConfirm} isBusy={sending.isPending}>
          {action}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  );
}

/**
 * Confirms an action first: `ask` opens the question, `of` is its subject, and `dialog` is for `Confirm`. Queries whose keys
 * begin with `queryKey` are loaded again afterwards.
 */
export function useConfirmed<Subject>(
  act: (of: Subject) => Promise<unknown>,
  queryKey: readonly string[],
  goneOf: (of: Subject) => string | undefined = () => undefined,
) {
  const client = useQueryClient();
  const [of, setOf] = useState<Subject>();
  const mutation = useMutation({
    mutationFn: act,
    onSettled: async (_, error, of) => {
      const gone = error ? undefined : goneOf(of);
      const isGone = (query: Query) => gone !== undefined && query.queryKey.includes(gone);
      await client.invalidateQueries({ queryKey, predicate: (query) => !isGone(query) });
      // A page that still shows it would read it again, so what it holds stays until it has closed.
      client.removeQueries({ queryKey, type: 'inactive', predicate: isGone });
      // Once the row that was deleted is gone: the focus can't return to its button.
      if (!error) setOf(undefined);
    },
  });
  return {
    of,
    ask: setOf,
    dialog: {
      sending: mutation,
      onConfirm: () => of !== undefined && mutation.mutate(of),
      onClose: () => {
        mutation.reset();
        setOf(undefined);
      },
    },
  };
}

/** The same of what is deleted: nothing that was read of it is read again, which would find nothing. */
export function useDeletion<Subject extends { id: string }>(
  remove: (of: Subject) => Promise<unknown>,
  queryKey: readonly string[],
) {
  return useConfirmed(remove, queryKey, ({ id }) => id);
}

interface ShownOnceProps {
  title: string;
  hint: string;
  secret: string;
  /** The word of the button by which it closes. */
  kept: string;
  onKept(): void;
}

/** An operator who closed it by accident would have to make another secret: it closes by its button alone. */
export function ShownOnce({ title, hint, secret, kept, onKept }: ShownOnceProps) {
  return (
    <Dialog title={title}>
      <p>{hint}</p>
      <div className="row">
        <code className="wrap">{secret}</code>
        <Copy text={secret} />
      </div>
      <div className="actions">
        <Button look="primary" onClick={onKept}>
          {kept}
        </Button>
      </div>
    </Dialog>
  );
}
