import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { admin } from '../../api.ts';
import { DIAGNOSIS_TEXTS } from '../../i18n/diagnosis.ts';
import { useErrorNames } from '../../i18n/errors.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { useMay } from '../../session.tsx';
import { Badge, Button, Card, Code, Copy, Facts, Loaded, Page, Problem, Time } from '../../ui/index.tsx';
import { Waterfall } from '../../ui/waterfall.tsx';
import { useActorNames } from '../settings/actors.ts';
import { StatusOf } from '../status.tsx';
import { curlOf } from './curl.ts';
import { Signature } from './signature.tsx';

const route = getRouteApi('/signed-in/webhooks/deliveries/$id');

/** The interval at which a delivery under way is loaded again. */
const LOOK_AGAIN_MS = 2000;

type Delivery = Awaited<ReturnType<typeof admin.getDelivery>>;
type Attempt = Delivery['attemptRecords'][number];

export function Delivery() {
  const { t } = useIntl();
  const { id } = route.useParams();
  const client = useQueryClient();
  const mayRetry = useMay('webhooks:write', 'retry');
  const query = useQuery({
    queryKey: ['deliveries', id],
    queryFn: () => admin.getDelivery({ id }),
    refetchInterval: ({ state }) =>
      state.data && state.data.status !== 'delivered' && state.data.status !== 'exhausted'
        ? LOOK_AGAIN_MS
        : false,
  });
  const retry = useMutation({
    mutationFn: () => admin.redeliverDelivery({ id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['deliveries'] }),
  });

  return (
    <Page
      title={query.data?.event ?? t('delivery.id')}
      actions={
        mayRetry &&
        query.data && (
          <Button
            look={query.data.status === 'delivered' ? 'plain' : 'primary'}
            data-key="r"
            onClick={() => retry.mutate()}
            isBusy={retry.isPending}
          >
            {t('delivery.retry')}
          </Button>
        )
      }
    >
      <Problem error={retry.error} />
      {retry.isSuccess && (
        <p className="note" role="status">
          {t('delivery.retried')}
        </p>
      )}
      <Loaded query={query}>{(delivery) => <Found delivery={delivery} />}</Loaded>
    </Page>
  );
}

function Found({ delivery }: { delivery: Delivery }) {
  const { t } = useIntl(webhookTexts);
  const subscription = useQuery({
    queryKey: ['subscriptions', delivery.subscriptionId],
    queryFn: () => admin.getSubscription({ id: delivery.subscriptionId }),
  });
  const endpoint = subscription.data;
  const last = delivery.attemptRecords.at(-1);
  const sent = delivery.body ?? JSON.stringify(delivery.payload);
  return (
    <>
      <Card>
        <Facts
          of={[
            [
              t('deliveries.status'),
              <>
                <StatusOf delivery={delivery.status} />{' '}
                {delivery.isTest && <Badge tone="idle">{t('deliveries.test')}</Badge>}
              </>,
            ],
            [
              t('delivery.subscription'),
              <Link key="to" to="/webhooks/subscriptions/$id" params={{ id: delivery.subscriptionId }}>
                {endpoint?.description ?? endpoint?.url ?? t('subscription.pull')}
              </Link>,
            ],
            [t('delivery.id'), <code key="id">{delivery.id}</code>],
            [t('delivery.sequence'), delivery.sequence ?? '–'],
            [t('delivery.resource'), <Resource key="of" delivery={delivery} />],
          ]}
        />
      </Card>
      <div className="halves">
        <Card
          title={t('delivery.request')}
          actions={
            <div className="actions">
              <Copy text={sent} />
              {endpoint?.url && <Copy text={curlOf(endpoint, sent)} label={t('delivery.curl')} />}
            </div>
          }
        >
          <Code text={JSON.stringify(JSON.parse(sent), null, 2)} label={t('delivery.request')} />
          {last && <Headers title={t('delivery.requestHeaders')} of={last.requestHeaders} />}
          <small>{t('delivery.signedBy')}</small>
        </Card>
        <Card title={t('delivery.response')}>
          {last ? <Response attempt={last} /> : <p className="quiet">{t('delivery.noAttempts')}</p>}
        </Card>
      </div>
      <div className="halves">
        <Card title={t('delivery.timeline')}>
          <Timeline delivery={delivery} />
        </Card>
        <Card title={t('delivery.attempts')}>
          {!last && <p className="quiet">{t('delivery.noAttempts')}</p>}
          <ul className="list">
            {delivery.attemptRecords.toReversed().map((attempt) => (
              <li key={attempt.number}>
                <AttemptRecord attempt={attempt} isLast={attempt === last} />
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <Signature delivery={delivery} hasKeyPair={endpoint?.signature === 'ed25519'} />
    </>
  );
}

const ORDER = ['/orders/', 'palette.order'] as const;

/** The pages of what an event is about, by the beginning of its name. */
const RESOURCES: Record<
  string,
  readonly [path: string, name: 'palette.order' | 'palette.product' | 'palette.subscription']
> = {
  product: ['/catalogue/products/', 'palette.product'],
  webhook: ['/webhooks/subscriptions/', 'palette.subscription'],
};

/** The resource that it is about, and the other deliveries about it. */
function Resource({ delivery: { event, eventId, resourceId, isTest } }: { delivery: Delivery }) {
  const { t } = useIntl(webhookTexts);
  const isOperator = useMay('webhooks:read');
  const isOrder = useMay('orders:read') && event.startsWith('order.') && !isTest;
  const order = useQuery({
    queryKey: ['orders', resourceId],
    queryFn: () => admin.getOrder({ id: resourceId }),
    enabled: isOrder,
  });
  if (isTest) return '–';
  const kind = event.split('.')[0] ?? '';
  const [path, name] = RESOURCES[kind] ?? ORDER;
  const to: string = `${path}${resourceId}`;
  return (
    <div className="stack tight">
      {isOperator && (
        <Link to={to}>
          {t(name)} {order.data?.number}
        </Link>
      )}
      <Link to="/webhooks/deliveries" search={{ resourceId }}>
        {t('delivery.allOfResource')}
      </Link>
      <Link to="/webhooks/deliveries" search={{ eventId }}>
        {t('delivery.allOfEvent')}
      </Link>
    </div>
  );
}

function Timeline({ delivery }: { delivery: Delivery }) {
  const { t } = useIntl(webhookTexts);
  const { waitsFor } = delivery;
  const nameOf = useErrorNames();
  const actorOf = useActorNames();
  const tones = { open: '', succeeded: 'good', failed: 'bad', unknown: 'warn' } as const;
  const attempts = delivery.attemptRecords.map(({ number, outcome, startedAt, responseCode, error }) => ({
    key: String(number),
    at: startedAt,
    tone: tones[outcome],
    text: (
      <>
        {t('delivery.attempt', { number })}: {t(`outcome.${outcome}`)}
        {(error ?? responseCode) !== null && (
          <span className="quiet"> ({error ? nameOf(error) : responseCode})</span>
        )}
      </>
    ),
  }));
  const resends = delivery.resends.map(({ requestedAt, requestedBy, recoveryId }) => ({
    key: `${requestedAt} ${requestedBy}`,
    at: requestedAt,
    tone: '',
    text: t(recoveryId ? 'delivery.resentByRecovery' : 'delivery.resent', { by: actorOf(requestedBy) }),
  }));
  return (
    <ol className="timeline">
      <li>
        {t('delivery.recorded')}
        <br />
        <small>
          <Time iso={delivery.createdAt} />
        </small>
      </li>
      {[...attempts, ...resends]
        .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
        .map(({ key, at, tone, text }) => (
          <li key={key} className={tone}>
            {text}
            <br />
            <small>
              <Time iso={at} />
            </small>
          </li>
        ))}
      {delivery.nextRetryAt && (
        <li className="next">
          {t('delivery.next')}
          <br />
          <small>
            <Time iso={delivery.nextRetryAt} isDue />
            {waitsFor && waitsFor !== 'retry' && <> · {t(`delivery.waitsFor.${waitsFor}`)}</>}
          </small>
        </li>
      )}
      {delivery.status === 'exhausted' && <li className="next">{t('delivery.noMore')}</li>}
    </ol>
  );
}

interface AttemptProps {
  attempt: Attempt;
  /** Its request and response are shown above. */
  isLast: boolean;
}

function AttemptRecord({ attempt, isLast }: AttemptProps) {
  const { t, dateTime } = useIntl(DIAGNOSIS_TEXTS);
  return (
    <article className="stack">
      <div className="row">
        <h3>{t('delivery.attempt', { number: attempt.number })}</h3>
        <StatusOf outcome={attempt.outcome} />
        <small>{dateTime(attempt.startedAt)}</small>
        {attempt.resolvedAddress && (
          <small>{t('delivery.address', { address: attempt.resolvedAddress })}</small>
        )}
      </div>
      <Waterfall attempt={attempt} />
      {!isLast && (
        <>
          <Headers title={t('delivery.requestHeaders')} of={attempt.requestHeaders} />
          <Response attempt={attempt} />
        </>
      )}
    </article>
  );
}

/** The response, and its meaning. */
function Response({ attempt }: { attempt: Attempt }) {
  const { t } = useIntl(DIAGNOSIS_TEXTS);
  const { diagnosis, diagnosisCode, responseCode, durationMs, responseBody } = attempt;
  return (
    <>
      <p>{t(diagnosisCode, { diagnosis, status: String(responseCode), ms: durationMs ?? 0 })}</p>
      {responseBody && <Code text={responseBody} label={t('delivery.responseBody')} />}
      <Headers title={t('delivery.responseHeaders')} of={attempt.responseHeaders} />
    </>
  );
}

function Headers({ title, of }: { title: string; of: Record<string, string> | null }) {
  if (!of || Object.keys(of).length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <Code
        label={title}
        text={Object.entries(of)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
    </details>
  );
}
