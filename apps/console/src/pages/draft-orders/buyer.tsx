import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { admin } from '../../api.ts';
import type { Named } from '../../i18n/codes.ts';
import { DRAFT_TEXTS } from '../../i18n/draft-orders.ts';
import { useIntl } from '../../i18n/index.tsx';
import { MAIL_TEXTS } from '../../i18n/mails.ts';
import { useMay } from '../../session.tsx';
import { FindBox } from '../../ui/combo-box.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Field, Problem, Select } from '../../ui/index.tsx';
import { AddressFields, addressIn } from '../customers/address-fields.tsx';
import { Address } from '../orders/address.tsx';
import { type DraftOrder, type Save, useSaved } from './use-draft-order.ts';
import { useSavedInput } from './use-saved-input.ts';

const LOCALES = ['en', 'de', 'fr', 'es'] as const;

/** The buyer of the order, and the address for messages. */
export function Buyer({ draft, mayChange }: { draft: DraftOrder; mayChange: boolean }) {
  const { t } = useIntl(DRAFT_TEXTS);
  const { t: ofMails } = useIntl(MAIL_TEXTS);
  const mayCustomers = useMay('customers:read');
  const save = useSaved(draft);
  const { customerId, email, locale, note, version } = draft;
  const onLeave = (name: 'email' | 'note') => (text: string, input: HTMLInputElement) => {
    const value = text.trim() || null;
    if (value !== draft[name] && input.checkValidity()) save.mutate({ [name]: value });
  };
  const emailInput = useSavedInput({ saved: email ?? '', version, onLeave: onLeave('email') });
  const noteInput = useSavedInput({ saved: note ?? '', version, onLeave: onLeave('note') });
  return (
    <Card title={t('drafts.buyer')}>
      <fieldset className="stack" disabled={!mayChange}>
        <p className="between">
          {customerId && mayCustomers ? (
            <Link to="/customers/$id" params={{ id: customerId }}>
              {email ?? customerId}
            </Link>
          ) : (
            (customerId && email) || t('draft.guest')
          )}
          {mayChange && customerId && (
            <Button onClick={() => save.mutate({ customerId: null })}>{t('draft.toGuest')}</Button>
          )}
        </p>
        {mayChange && mayCustomers && <FindCustomer save={save} />}
        <Field label={t('draft.email')} type="email" maxLength={320} {...emailInput} />
        <Select
          label={t('draft.language')}
          value={locale ?? ''}
          options={[
            ['', t('draft.languageOfStore')],
            ...LOCALES.map((each) => [each, ofMails(`mails.locale.${each}`)] as const),
          ]}
          onChange={(value) => save.mutate({ locale: (value || null) as DraftOrder['locale'] })}
        />
        <Field label={t('drafts.note')} hint={t('draft.noteHint')} maxLength={1000} {...noteInput} />
      </fieldset>
      <Problem error={save.error} />
    </Card>
  );
}

function FindCustomer({ save }: { save: Save }) {
  const { t } = useIntl(DRAFT_TEXTS);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const query = useQuery({
    queryKey: ['customers', 'of-draft', q],
    queryFn: () => admin.listCustomers({ pageSize: 20, ...(q && { q }) }),
    placeholderData: keepPreviousData,
  });
  const options = (query.data?.items ?? [])
    .filter(({ disabled }) => !disabled)
    .map(({ id, name, email }): Named => [id, [name, email].filter(Boolean).join(' · ')]);
  return (
    <FindBox
      label={t('draft.findCustomer')}
      hint={t('draft.findCustomerHint')}
      options={options}
      text={text}
      onType={setText}
      onFound={(customerId) => save.mutate({ customerId, email: null })}
    />
  );
}

const ADDRESSES = ['shippingAddress', 'billingAddress'] as const;

export function Addresses({ draft, mayChange }: { draft: DraftOrder; mayChange: boolean }) {
  const { t } = useIntl(DRAFT_TEXTS);
  const save = useSaved(draft);
  const [editing, setEditing] = useState<(typeof ADDRESSES)[number]>();
  const missing = { shippingAddress: 'draft.noAddress', billingAddress: 'draft.sameAddress' } as const;
  return (
    <Card title={t('draft.addresses')}>
      <ul className="list">
        {ADDRESSES.map((part) => {
          const address = draft[part];
          const name = t(`draft.${part}`);
          return (
            <li key={part} className="stack tight">
              <strong>{name}</strong>
              {address ? <Address of={address} /> : t(missing[part])}
              {mayChange && (
                <div className="actions">
                  <Button aria-label={`${t('common.edit')}: ${name}`} onClick={() => setEditing(part)}>
                    {t('common.edit')}
                  </Button>
                  {address && (
                    <Button
                      aria-label={`${t('common.remove')}: ${name}`}
                      onClick={() => save.mutate({ [part]: null })}
                    >
                      {t('common.remove')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {!editing && <Problem error={save.error} />}
      {editing && (
        <FormDialog
          title={t(`draft.${editing}`)}
          submit={t('common.save')}
          sending={save}
          onSubmit={(given) =>
            save.mutate({ [editing]: addressIn(given) }, { onSuccess: () => setEditing(undefined) })
          }
          onClose={() => setEditing(undefined)}
        >
          <AddressFields address={draft[editing]} />
        </FormDialog>
      )}
    </Card>
  );
}
