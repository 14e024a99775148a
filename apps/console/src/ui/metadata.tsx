import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from '../i18n/index.tsx';
import { METADATA_TEXTS } from '../i18n/metadata.ts';
import { TextArea } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Button, Card, Facts } from './index.tsx';

type Fields = Record<string, string | number | boolean | null>;

interface MetadataProps {
  fields: Fields;
  mayChange: boolean;
  /** The query that shows them, which is loaded again after a change. */
  queryKey: readonly string[];
  save(metadata: Fields): Promise<unknown>;
}

/** The fields of the store's own that something has. */
export function Metadata({ fields, mayChange, queryKey, save }: MetadataProps) {
  const { t } = useIntl(METADATA_TEXTS);
  const [isOpen, setOpen] = useState(false);
  const names = Object.keys(fields).sort();
  return (
    <Card title={t('metadata.title')}>
      {names.length === 0 && <p className="quiet">{t('metadata.none')}</p>}
      {names.length > 0 && <Facts of={names.map((name) => [name, String(fields[name])] as const)} />}
      {mayChange && (
        <div className="actions">
          <Button onClick={() => setOpen(true)}>{t('metadata.edit')}</Button>
        </div>
      )}
      {isOpen && <Edit fields={fields} queryKey={queryKey} save={save} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Edit({ fields, queryKey, save, onClose }: Omit<MetadataProps, 'mayChange'> & { onClose(): void }) {
  const { t } = useIntl(METADATA_TEXTS);
  const client = useQueryClient();
  const [text, setText] = useState(() => textOf(fields));
  const [wrongLine, setWrongLine] = useState<string>();
  const change = useMutation({
    mutationFn: save,
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });

  function submit() {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const wrong = lines.find((line) => line.indexOf('=') < 1);
    setWrongLine(wrong);
    if (wrong === undefined) change.mutate(Object.fromEntries(lines.map(fieldOf)));
  }

  return (
    <FormDialog
      title={t('metadata.edit')}
      submit={t('common.save')}
      sending={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={t('metadata.fields')}
        hint={t('metadata.hint')}
        value={text}
        rows={8}
        onChange={setText}
      />
      {wrongLine !== undefined && (
        <p className="bad-text" role="alert">
          {t('metadata.wrongLine', { line: wrongLine })}
        </p>
      )}
    </FormDialog>
  );
}

function textOf(fields: Fields): string {
  return Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name} = ${isPlain(value) ? value : JSON.stringify(value)}`)
    .join('\n');
}

/** Whether it is read back as the text that it is. */
function isPlain(value: Fields[string]): boolean {
  return typeof value === 'string' && valueIn(value) === value && !value.includes('\n');
}

function fieldOf(line: string): [string, Fields[string]] {
  const at = line.indexOf('=');
  return [line.slice(0, at).trim(), valueIn(line.slice(at + 1))];
}

function valueIn(given: string): Fields[string] {
  const text = given.trim();
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as Fields[string]);
  } catch {
    return text;
  }
}
