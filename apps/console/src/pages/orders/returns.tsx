import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { RETURN_TEXTS } from '../../i18n/returns.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Badge, Button, Card, Check, Field, Loaded, Select, Time } from '../../ui/index.tsx';
import { Exchange } from './exchange.tsx';
import type { Order } from './order.tsx';
import { Units, useAction } from './units.tsx';

export type Return = Awaited<ReturnType<typeof admin.getReturn>>;
type Line = Order['lines'][number];
type Action = 'approve' | 'reject' | 'receive' | 'refund' | 'exchange';

export const RETURN_TONES = {
  requested: 'warn',
  approved: 'warn',
  rejected: 'idle',
  received: 'warn',
  refunded: 'good',
  exchanged: 'good',
} as const;

export const RETURN_STATUSES = Object.keys(RETURN_TONES) as Return['status'][];

const ACTIONS: Readonly<Record<Return['status'], readonly Action[]>> = {
  requested: ['approve', 'reject'],
  approved: ['receive', 'reject'],
  rejected: [],
  received: ['refund', 'exchange'],
  refunded: [],
  exchanged: [],
};

const CONDITIONS = ['new', 'used', 'damaged'] as const;

export function Returns({ order, mayChange }: { order: Order; mayChange: boolean }) {
  const { t } = useIntl(RETURN_TEXTS);
  const query = useQuery({
    queryKey: ['orders', order.id, 'returns'],
    queryFn: () => admin.listReturns({ orderId: order.id, pageSize: 200 }),
  });
  const [isNew, setNew] = useState(false);
  const [open, setOpen] = useState<{ action: Action; of: Return }>();
  const close = () => setOpen(undefined);
  const returns = query.data?.items ?? [];
  const most = (line: Line) => returnable(line, returns);
  return (
    <Card title={t('returns.title')}>
      {order.exchangeOf && (
        <Link to="/orders/$id" params={{ id: order.exchangeOf.orderId }}>
          {t('returns.exchangeOf')}
        </Link>
      )}
      <Loaded query={query}>
        {({ items }) => (
          <>
            {items.length === 0 && <p className="quiet">{t('returns.none')}</p>}
            <ul className="list">
              {items.map((each) => (
                <li key={each.id} className="stack tight">
                  <About of={each} order={order} />
                  {mayChange && ACTIONS[each.status].length > 0 && (
                    <div className="actions">
                      {ACTIONS[each.status].map((action) => (
                        <Button key={action} onClick={() => setOpen({ action, of: each })}>
                          {t(`returns.${action}`)}
                        </Button>
                      ))}
                    </div>
                  )}
                </li>
              ))}
            </ul>
            {mayChange && order.lines.some((line) => most(line) > 0) && (
              <div className="actions">
                <Button onClick={() => setNew(true)}>{t('returns.new')}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {isNew && <New order={order} most={most} onClose={() => setNew(false)} />}
      {open?.action === 'receive' && <Receive order={order} of={open.of} onClose={close} />}
      {open?.action === 'exchange' && <Exchange order={order} of={open.of} onClose={close} />}
      {open && open.action !== 'receive' && open.action !== 'exchange' && (
        <Decide action={open.action} of={open.of} onClose={close} />
      )}
    </Card>
  );
}

/** Units that were shipped and not returned, and that no open return contains. */
function returnable(line: Line, returns: readonly Return[]): number {
  const expected = returns
    .filter(({ status }) => status === 'requested' || status === 'approved')
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return line.requiresShipping ? Math.max(0, line.shippedQuantity - line.returnedQuantity - expected) : 0;
}

function titleOf(order: Order, lineId: string): string {
  const line = order.lines.find(({ id }) => id === lineId);
  return line ? [line.productTitle, line.variantTitle].filter(Boolean).join(', ') : lineId;
}

function About({ of, order }: { of: Return; order: Order }) {
  const { t } = useIntl(RETURN_TEXTS);
  return (
    <>
      <Badge tone={RETURN_TONES[of.status]}>{t(`returns.${of.status}`)}</Badge>
      {of.received.length === 0 &&
        of.lines.map(({ lineId, quantity }) => (
          <span key={lineId} className="wrap">
            {quantity} × {titleOf(order, lineId)}
          </span>
        ))}
      {of.received.map(({ lineId, quantity, condition, restock }, index) => (
        <span key={index} className="wrap">
          {quantity} × {titleOf(order, lineId)}: {t(`returns.condition.${condition}`)},{' '}
          {t(restock ? 'returns.restocked' : 'returns.writtenOff')}
        </span>
      ))}
      {of.reason && <span className="wrap">{of.reason}</span>}
      {of.note && <span className="wrap">{of.note}</span>}
      {of.exchangeOrderId && (
        <Link to="/orders/$id" params={{ id: of.exchangeOrderId }}>
          {t('returns.exchangeOrder')}
        </Link>
      )}
      <small>
        {t(`returns.by.${of.requestedBy}`)} · <Time iso={of.createdAt} />
      </small>
    </>
  );
}

function Nothing() {
  const { t } = useIntl(RETURN_TEXTS);
  return (
    <p className="bad-text" role="alert">
      {t('returns.nothing')}
    </p>
  );
}

function New({ order, most, onClose }: { order: Order; most(line: Line): number; onClose(): void }) {
  const { t } = useIntl(RETURN_TEXTS);
  const lines = order.lines.filter((line) => most(line) > 0);
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [isNothing, setNothing] = useState(false);
  const create = useAction(
    (body: Parameters<typeof admin.createReturn>[0]['body']) => admin.createReturn({ id: order.id, body }),
    onClose,
  );
  function submit(given: (name: string) => string) {
    const chosen = lines
      .map(({ id }) => ({ lineId: id, quantity: Number(counts[id] ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    setNothing(chosen.length === 0);
    const reason = given('reason');
    if (chosen.length > 0) create.mutate({ lines: chosen, ...(reason ? { reason } : {}) });
  }
  return (
    <FormDialog
      title={t('returns.new')}
      submit={t('returns.new')}
      sending={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('returns.newHint')}</p>
      <Units lines={lines} most={most} start={() => 0} counts={counts} onChange={setCounts} />
      {isNothing && <Nothing />}
      <Field label={t('returns.reason')} name="reason" maxLength={1000} />
    </FormDialog>
  );
}

function Receive({ order, of, onClose }: { order: Order; of: Return; onClose(): void }) {
  const { t } = useIntl(RETURN_TEXTS);
  const expected = (line: Line) => of.lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0;
  const lines = order.lines.filter((line) => expected(line) > 0);
  const [counts, setCounts] = useState<Record<string, string>>({});
  const [conditions, setConditions] = useState<Record<string, (typeof CONDITIONS)[number]>>({});
  const [writtenOff, setWrittenOff] = useState<Record<string, boolean>>({});
  const [isNothing, setNothing] = useState(false);
  const receive = useAction(
    (body: Parameters<typeof admin.receiveReturn>[0]['body']) => admin.receiveReturn({ id: of.id, body }),
    onClose,
  );
  function submit() {
    const came = lines
      .map((line) => ({
        lineId: line.id,
        quantity: Number(counts[line.id] ?? expected(line)),
        condition: conditions[line.id] ?? ('new' as const),
        restock: !writtenOff[line.id],
      }))
      .filter(({ quantity }) => quantity > 0);
    setNothing(came.length === 0);
    if (came.length > 0) receive.mutate({ lines: came });
  }
  return (
    <FormDialog
      title={t('returns.receive')}
      submit={t('returns.receive')}
      sending={receive}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">{t('returns.receiveHint')}</p>
      <Units lines={lines} most={expected} start={expected} counts={counts} onChange={setCounts} />
      {isNothing && <Nothing />}
      {lines.map(({ id }) => {
        const product = titleOf(order, id);
        return (
          <div key={id} className="stack tight">
            <Select
              label={t('returns.condition', { product })}
              value={conditions[id] ?? 'new'}
              options={CONDITIONS.map((each) => [each, t(`returns.condition.${each}`)] as const)}
              onChange={(value) =>
                setConditions({ ...conditions, [id]: value as (typeof CONDITIONS)[number] })
              }
            />
            <Check
              label={t('returns.restock', { product })}
              checked={!writtenOff[id]}
              onChange={(isRestocked) => setWrittenOff({ ...writtenOff, [id]: !isRestocked })}
            />
          </div>
        );
      })}
    </FormDialog>
  );
}

interface DecideProps {
  action: Exclude<Action, 'receive' | 'exchange'>;
  of: Return;
  onClose(): void;
}

function Decide({ action, of: { id }, onClose }: DecideProps) {
  const { t } = useIntl(RETURN_TEXTS);
  const decide = useAction((text: string) => {
    if (action === 'refund') return admin.refundReturn({ id, body: text ? { reason: text } : {} });
    const body = text ? { note: text } : {};
    return action === 'approve' ? admin.approveReturn({ id, body }) : admin.rejectReturn({ id, body });
  }, onClose);
  return (
    <FormDialog
      title={t(`returns.${action}`)}
      submit={t(`returns.${action}`)}
      sending={decide}
      onSubmit={(given) => decide.mutate(given('text'))}
      onClose={onClose}
    >
      {action === 'refund' && <p>{t('returns.refundHint')}</p>}
      <Field
        label={t(action === 'refund' ? 'returns.reason' : 'returns.note')}
        name="text"
        maxLength={1000}
      />
    </FormDialog>
  );
}
