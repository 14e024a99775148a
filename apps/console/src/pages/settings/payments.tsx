import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { PAYMENT_TERMS_TEXTS } from '../../i18n/payment-terms.ts';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { useMay } from '../../session.tsx';
import { Confirm, useDeletion } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge, Button, Card, Copy, Facts, Field, Problem, Select, Time } from '../../ui/index.tsx';
import { Empty, Paged } from '../../ui/list.tsx';
import { Settings } from './frame.tsx';
import { ACCOUNTS_KEY, filled, type PaymentAccount } from './payment-accounts.ts';
import { ByHand, readByHand } from './payment-by-hand.tsx';
import { Place, useMover } from './payment-place.tsx';
import { seenName, TermsDialog, Uncovered, useOffer } from './payment-terms.tsx';
import { settingsQuery } from './settings-query.ts';

const route = getRouteApi('/signed-in/settings/payments');

const PAGE_SIZE = 50;

type Change = Parameters<typeof admin.updatePaymentAccount>[0]['body'];

export function PaymentsPage() {
  const { t } = useIntl(SETTINGS_TEXTS);
  const terms = useIntl(PAYMENT_TERMS_TEXTS);
  const mayChange = useMay('settings:write');
  const { page: pageText } = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [changed, setChanged] = useState<string>();
  const page = Number(pageText) || 1;
  const query = useQuery({
    queryKey: [...ACCOUNTS_KEY, page],
    queryFn: () => admin.listPaymentAccounts({ page, pageSize: PAGE_SIZE }),
  });
  const store = useQuery(settingsQuery).data;
  const offerOf = useOffer();
  const mover = useMover();
  const { items = [], total = 0 } = query.data ?? {};
  const firstPlace = (page - 1) * PAGE_SIZE;
  const add = mayChange && (
    <Button look="primary" onClick={() => setNew(true)}>
      {t('payments.new')}
    </Button>
  );
  const account = items.find(({ id }) => id === opened);
  const ofTerms = items.find(({ id }) => id === changed);
  const columns: readonly Column<PaymentAccount>[] = [
    {
      title: t('payments.name'),
      cell: (each) => (
        <div className="stack">
          <div>
            <Button look="plain" onClick={() => setOpened(each.id)}>
              {each.name}
            </Button>
          </div>
          {store && seenName(each, store.locale) !== each.name && (
            <small className="quiet">{terms.t('terms.seen', { name: seenName(each, store.locale) })}</small>
          )}
        </div>
      ),
    },
    {
      title: terms.t('terms.offered'),
      cell: (each) => {
        const { where, what } = offerOf(each);
        return (
          <div className="stack">
            <span>{`${where}, ${what}`}</span>
            {mayChange && (
              <div>
                <Button
                  aria-label={terms.t('terms.of', { name: each.name })}
                  onClick={() => setChanged(each.id)}
                >
                  {terms.t('terms.change')}
                </Button>
              </div>
            )}
          </div>
        );
      },
    },
    {
      title: t('payments.account'),
      cell: (each) => <small>{[each.provider, each.providerAccountId].filter(Boolean).join(' ')}</small>,
    },
    {
      title: t('payments.state'),
      kind: 'line',
      cell: (each) => <State account={each} />,
    },
    ...(mayChange && total > 1
      ? [
          {
            title: terms.t('terms.order'),
            kind: 'line' as const,
            cell: (each: PaymentAccount) => (
              <Place {...mover} account={each} place={firstPlace + items.indexOf(each)} total={total} />
            ),
          },
        ]
      : []),
  ];
  return (
    <Settings tab="payments">
      <Card title={t('payments.title')} actions={add}>
        <p className="quiet">{t('payments.hint')}</p>
        {total === items.length && <Uncovered accounts={items} />}
        <Problem error={mover.error} />
        <Paged
          query={query}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => navigate({ search: { page: next } })}
          empty={<Empty text={t('payments.none')} />}
        >
          {(rows) => <DataTable label={t('payments.title')} columns={columns} rows={rows} />}
        </Paged>
        <p role="status" className="sr-only">
          {mover.moved && terms.t('terms.moved', mover.moved)}
        </p>
      </Card>
      {isNew && (
        <NewAccount
          onClose={() => setNew(false)}
          onCreated={(id) => {
            setNew(false);
            setOpened(id);
          }}
        />
      )}
      {account && <Opened account={account} mayChange={mayChange} onClose={() => setOpened(undefined)} />}
      {ofTerms && store && (
        <TermsDialog account={ofTerms} store={store} onClose={() => setChanged(undefined)} />
      )}
    </Settings>
  );
}

function State({ account: { active, isLive } }: { account: PaymentAccount }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  return (
    <>
      <Badge tone={active ? 'good' : 'idle'}>{t(active ? 'payments.active' : 'payments.inactive')}</Badge>
      {isLive === false && <Badge tone="warn">{t('payments.testMode')}</Badge>}
    </>
  );
}

/** `isNeeded`: the provider is known to need both. */
function Keys({ isNew, isNeeded = false }: { isNew: boolean; isNeeded?: boolean }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const kept = isNew ? {} : { hint: t('payments.keptHint') };
  const secret = { type: 'password', autoComplete: 'off', maxLength: 255, spellCheck: false } as const;
  return (
    <>
      <Field
        label={t('payments.publishableKey')}
        name="publishableKey"
        maxLength={255}
        required={isNeeded}
        {...kept}
      />
      <Field label={t('payments.secretKey')} name="secretKey" required={isNeeded} {...secret} {...kept} />
    </>
  );
}

function NewAccount({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const client = useQueryClient();
  const [provider, setProvider] = useState('stripe');
  const modules = useQuery({ queryKey: ['modules'], queryFn: () => admin.listModules() });
  const ofModules = (modules.data?.items ?? []).flatMap(({ paymentProviders }) => paymentProviders);
  const create = useMutation({
    mutationFn: (body: Parameters<typeof admin.createPaymentAccount>[0]['body']) =>
      admin.createPaymentAccount({ body }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ACCOUNTS_KEY });
      onCreated(id);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { name = '', ...keys } = filled(form, ['name', 'publishableKey', 'secretKey']);
    create.mutate({ provider, name, ...keys, ...(provider === 'manual' ? readByHand(form) : {}) });
  }
  return (
    <Dialog title={t('payments.new')} onClose={onClose}>
      <form onSubmit={submit}>
        <Select
          label={t('payments.provider')}
          value={provider}
          options={[
            ['stripe', t('payments.stripe')],
            ['manual', t('payments.manual')],
            ...ofModules.map((name) => [name, name] as const),
          ]}
          onChange={setProvider}
        />
        <Field label={t('payments.name')} name="name" maxLength={255} required />
        {provider === 'manual' ? <ByHand /> : <Keys isNew isNeeded={provider === 'stripe'} />}
        {provider !== 'manual' && <p className="hint">{t('payments.triedHint')}</p>}
        <Problem error={create.error} />
        <div className="actions">
          <Button type="submit" look="primary" isBusy={create.isPending}>
            {t('payments.create')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** One account: the address for its callbacks, its keys, and whether it takes payments. */
function Opened({
  account,
  mayChange,
  onClose,
}: {
  account: PaymentAccount;
  mayChange: boolean;
  onClose(): void;
}) {
  const { t } = useIntl(SETTINGS_TEXTS);
  const client = useQueryClient();
  const { id, active, version, receivesCallbacks, rotatingUntil } = account;
  const isManual = account.provider === 'manual';
  const isReady = isManual || receivesCallbacks;
  const callback = `${window.location.origin}${account.callbackPath}`;
  const callbackFacts = [
    [
      t('payments.callback'),
      <span key="callback" className="row wrap">
        <code className="wrap">{callback}</code>
        <Copy text={callback} />
      </span>,
    ],
    [t('payments.publishableKey'), account.publishableKey ?? '–'],
  ] as const;
  const change = useMutation({
    mutationFn: (body: Change) => admin.updatePaymentAccount({ id, body }, { ifMatch: version }),
    onSettled: () => client.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
  });
  const remove = useDeletion(async (_of: PaymentAccount) => {
    await admin.deletePaymentAccount({ id }, { ifMatch: version });
    onClose();
  }, ACCOUNTS_KEY);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = filled(form, ['name', 'publishableKey', 'secretKey', 'webhookSecret']);
    change.mutate({ ...body, ...(isManual ? readByHand(form) : {}) }, { onSuccess: () => form.reset() });
  }
  if (remove.of)
    return (
      <Confirm
        title={t('payments.deleteTitle', { name: account.name })}
        action={t('payments.delete')}
        {...remove.dialog}
      >
        <p>{t('payments.deleteHint')}</p>
      </Confirm>
    );
  return (
    <Dialog title={account.name} onClose={onClose}>
      <Facts
        of={[
          [t('payments.state'), <State key="state" account={account} />],
          ...(isManual ? [] : callbackFacts),
          ...(rotatingUntil
            ? [[t('payments.rotatingUntil'), <Time key="until" iso={rotatingUntil} />] as const]
            : []),
        ]}
      />
      {!isReady && <p className="note warn">{t('payments.noSecret')}</p>}
      {mayChange && (
        <form onSubmit={submit}>
          <Field
            label={t('payments.name')}
            name="name"
            maxLength={255}
            defaultValue={account.name}
            required
          />
          {isManual ? (
            <ByHand account={account} />
          ) : (
            <>
              <Field
                label={t('payments.webhookSecret')}
                name="webhookSecret"
                type="password"
                autoComplete="off"
                minLength={16}
                maxLength={255}
                hint={t(receivesCallbacks ? 'payments.rotateHint' : 'payments.webhookHint')}
              />
              <Keys isNew={false} />
            </>
          )}
          <Problem error={change.error} />
          <div className="actions">
            <Button type="submit" look="primary" isBusy={change.isPending}>
              {t('common.save')}
            </Button>
            <Button
              onClick={() => change.mutate({ active: !active })}
              disabled={!active && !isReady}
              isBusy={change.isPending}
            >
              {t(active ? 'payments.deactivate' : 'payments.activate')}
            </Button>
            <Button look="danger" onClick={() => remove.ask(account)}>
              {t('payments.delete')}
            </Button>
            <Button onClick={onClose}>{t('common.close')}</Button>
          </div>
        </form>
      )}
      {!mayChange && (
        <div className="actions">
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      )}
    </Dialog>
  );
}
