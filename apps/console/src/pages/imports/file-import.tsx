import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { IMPORT_TEXTS } from '../../i18n/imports.ts';
import { useIntl } from '../../i18n/index.tsx';
import { Badge, Button, Card, Code, Facts, Field, Loaded, Problem } from '../../ui/index.tsx';
import { type RefusedCall, RefusedRows } from './refused-rows.tsx';

interface Progress {
  status: 'pending' | 'running' | 'completed';
  dryRun: boolean;
  rows: number;
  processed: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

interface File_ {
  contentType: 'text/csv' | 'application/x-ndjson';
  body: File;
  dryRun: boolean;
}

interface Props<P extends Progress> {
  title: string;
  hint: string;
  example: string;
  /** The queries whose answers are others afterwards. */
  fills: string;
  calls: {
    send(file: File_): Promise<{ id: string }>;
    get(id: string): Promise<P>;
    listRefused: RefusedCall;
  };
  /** What the address says: the import that is shown, and the page of its refused rows. */
  shown: { import?: string | undefined; page?: string | undefined };
  onShow(next: { import?: string; page?: string }): void;
  /** What a kind of file shows beside the counts. */
  children?: (progress: P) => ReactNode;
}

/** Sends a file of rows, checks it first where that is wanted, and shows what became of it. */
export function FileImport<P extends Progress>(props: Props<P>) {
  const { calls, shown, onShow } = props;
  // The file stays at hand: what was checked can be imported without choosing it again.
  const [file, setFile] = useState<File>();
  const send = useMutation({
    mutationFn: ({ body, dryRun }: { body: File; dryRun: boolean }) => {
      const isLines = /\.(nd)?jsonl?$/i.test(body.name);
      return calls.send({ contentType: isLines ? 'application/x-ndjson' : 'text/csv', body, dryRun });
    },
    onSuccess: ({ id }) => onShow({ import: id }),
  });
  function start(body: File, dryRun: boolean) {
    setFile(body);
    send.mutate({ body, dryRun });
  }
  const sending = { isPending: send.isPending, error: send.error, start };
  return shown.import ? (
    <Taken key={shown.import} {...props} id={shown.import} file={file} sending={sending} />
  ) : (
    <Upload {...props} sending={sending} />
  );
}

interface Sending {
  isPending: boolean;
  error: Error | null;
  start(body: File, dryRun: boolean): void;
}

interface UploadProps {
  title: string;
  hint: string;
  example: string;
  sending: Sending;
}

function Upload({ title, hint, example, sending }: UploadProps) {
  const { t } = useIntl(IMPORT_TEXTS);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const file = new FormData(event.currentTarget).get('file');
    if (file instanceof File) sending.start(file, submitter?.getAttribute('name') === 'check');
  }
  return (
    <Card title={title}>
      <p>{hint}</p>
      <form className="stack wide" onSubmit={submit}>
        <Field
          label={t('import.file')}
          name="file"
          type="file"
          accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          required
        />
        <Problem error={sending.error} />
        <div className="actions">
          <Button type="submit" look="primary" name="check" isBusy={sending.isPending}>
            {t('import.check')}
          </Button>
          <Button type="submit" disabled={sending.isPending}>
            {t('import.start')}
          </Button>
          {sending.isPending && <span role="status">{t('import.sending')}</span>}
        </div>
      </form>
      <details>
        <summary>{t('import.example')}</summary>
        <Code text={example} label={t('import.example')} />
      </details>
    </Card>
  );
}

interface TakenProps<P extends Progress> extends Props<P> {
  id: string;
  file: File | undefined;
  sending: Sending;
}

function Taken<P extends Progress>(props: TakenProps<P>) {
  const { id, file, sending, calls, fills, shown, onShow, children } = props;
  const { t, number } = useIntl(IMPORT_TEXTS);
  const query = useQuery({
    queryKey: ['imports', id],
    queryFn: () => calls.get(id),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : 1000),
  });
  const client = useQueryClient();
  const isCompleted = query.data?.status === 'completed';
  useEffect(() => {
    if (isCompleted) client.invalidateQueries({ queryKey: [fills] });
  }, [isCompleted, client, fills]);
  return (
    <>
      <Card title={t(query.data?.dryRun ? 'import.checked' : 'import.progress')}>
        <Loaded query={query}>
          {(progress) => (
            <>
              <div className="row">
                <Outcome of={progress} />
                <span role="status">
                  {t('import.rows', { processed: progress.processed, rows: progress.rows })}
                </span>
              </div>
              <progress
                value={progress.processed}
                max={Math.max(progress.rows, 1)}
                aria-label={t('import.progress')}
              />
              <Facts
                of={(['created', 'updated', 'unchanged', 'refused'] as const).map((name) => [
                  t(`import.${name}`),
                  number(progress[name]),
                ])}
              />
              {children?.(progress)}
              <Problem error={sending.error} />
              {progress.status === 'completed' && (
                <div className="actions">
                  {progress.dryRun && file && (
                    <Button
                      look="primary"
                      isBusy={sending.isPending}
                      onClick={() => sending.start(file, false)}
                    >
                      {t('import.startChecked', { name: file.name })}
                    </Button>
                  )}
                  <Button onClick={() => onShow({})}>{t('import.another')}</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {query.data && (query.data.refused > 0 || query.data.status === 'completed') && (
        <RefusedRows
          id={id}
          count={query.data.refused}
          list={calls.listRefused}
          page={Number(shown.page) || 1}
          onPage={(page) => onShow({ import: id, page })}
        />
      )}
    </>
  );
}

/** A file of which nothing was taken is no success. */
function Outcome({ of: { status, rows, refused, dryRun } }: { of: Progress }) {
  const { t } = useIntl(IMPORT_TEXTS);
  if (status !== 'completed') return <Badge tone="warn">{t(`import.${status}`)}</Badge>;
  if (dryRun) return <Badge tone={refused === 0 ? 'good' : 'warn'}>{t('import.nothingChanged')}</Badge>;
  if (refused === 0) return <Badge tone="good">{t('import.completed')}</Badge>;
  const text = refused === rows ? 'import.nothingTaken' : 'import.partlyTaken';
  return <Badge tone={refused === rows ? 'bad' : 'warn'}>{t(text, { refused })}</Badge>;
}
