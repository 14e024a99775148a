import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PRICE_TEXTS } from '../../i18n/prices.ts';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button, Card, Field, Page, Select } from '../../ui/index.tsx';
import { changed, Empty, Paged } from '../../ui/list.tsx';

const route = getRouteApi('/signed-in/customer-groups');

const PAGE_SIZE = 50;

type Group = Awaited<ReturnType<typeof admin.getCustomerGroup>>;

export function CustomerGroups() {
  const { t } = useIntl(PRICE_TEXTS);
  const mayChange = useMay('customers:write');
  const page = Number(route.useSearch().page) || 1;
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState<Group | 'new'>();
  const query = useQuery({
    queryKey: ['customer-groups', page],
    queryFn: () => admin.listCustomerGroups({ page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const remove = useDeletion(
    ({ id, version }: Group) => admin.deleteCustomerGroup({ id }, { ifMatch: version }),
    ['customer-groups'],
  );
  const add = mayChange && (
    <Button look="primary" onClick={() => setEditing('new')}>
      {t('groups.new')}
    </Button>
  );
  const columns: readonly Column<Group>[] = [
    { title: t('groups.name'), cell: (group) => group.name },
    { title: t('groups.terms'), kind: 'line', cell: (group) => t(`groups.${termsOf(group)}`) },
    {
      title: t('groups.customers'),
      kind: 'line',
      cell: (group) => (
        <Link to="/customers" search={{ group: group.id }}>
          {t('groups.customers')}
        </Link>
      ),
    },
    ...(mayChange
      ? ([
          {
            title: t('common.edit'),
            kind: 'line',
            cell: (group) => (
              <div className="actions">
                <Button aria-label={`${t('common.edit')}: ${group.name}`} onClick={() => setEditing(group)}>
                  {t('common.edit')}
                </Button>
                <Button aria-label={`${t('common.delete')}: ${group.name}`} onClick={() => remove.ask(group)}>
                  {t('common.delete')}
                </Button>
              </div>
            ),
          },
        ] satisfies Column<Group>[])
      : []),
  ];
  return (
    <Page title={t('groups.title')} actions={add}>
      <Card>
        <Paged
          query={query}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: (before) => changed(before, { page: next }) })}
          empty={<Empty text={t('groups.none')}>{add}</Empty>}
        >
          {(rows) => <DataTable label={t('groups.title')} columns={columns} rows={rows} />}
        </Paged>
      </Card>
      {editing && <Edit group={editing} onClose={() => setEditing(undefined)} />}
      {remove.of && (
        <Confirm
          title={t('groups.deleteTitle', { name: remove.of.name })}
          action={t('common.delete')}
          {...remove.dialog}
        >
          <p>{t('groups.deleteHint')}</p>
        </Confirm>
      )}
    </Page>
  );
}

const TERMS = ['asStore', 'withTax', 'net'] as const;

type Terms = (typeof TERMS)[number];

function termsOf({ pricesIncludeTax }: Pick<Group, 'pricesIncludeTax'>): Terms {
  if (pricesIncludeTax === null) return 'asStore';
  return pricesIncludeTax ? 'withTax' : 'net';
}

function Edit({ group, onClose }: { group: Group | 'new'; onClose(): void }) {
  const { t } = useIntl(PRICE_TEXTS);
  const client = useQueryClient();
  const [terms, setTerms] = useState<Terms>(group === 'new' ? 'asStore' : termsOf(group));
  const save = useMutation({
    mutationFn: (name: string) => {
      const body = { name, pricesIncludeTax: terms === 'asStore' ? null : terms === 'withTax' };
      return group === 'new'
        ? admin.createCustomerGroup({ body })
        : admin.updateCustomerGroup({ id: group.id, body }, { ifMatch: group.version });
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ['customer-groups'] }),
  });
  return (
    <FormDialog
      title={group === 'new' ? t('groups.new') : t('groups.change', { name: group.name })}
      submit={t('common.save')}
      sending={save}
      onSubmit={(given) => save.mutate(given('name'))}
      onClose={onClose}
    >
      <Field
        label={t('groups.name')}
        name="name"
        defaultValue={group === 'new' ? '' : group.name}
        maxLength={255}
        required
      />
      <Select
        label={t('groups.terms')}
        value={terms}
        options={TERMS.map((each) => [each, t(`groups.${each}`)])}
        onChange={(value) => setTerms(value as Terms)}
      />
      <p className="quiet">{t('groups.termsHint')}</p>
    </FormDialog>
  );
}
