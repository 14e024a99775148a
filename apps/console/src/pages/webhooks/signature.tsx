import type { ReactNode } from 'react';
import type { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';
import { webhookTexts } from '../../i18n/webhooks.ts';
import { Card, Code, Copy, Table } from '../../ui/index.tsx';
import { quoted } from './curl.ts';

type Delivery = Awaited<ReturnType<typeof admin.getDelivery>>;

interface SignatureProps {
  delivery: Delivery;
  /** Whether the store's key pair signs too. */
  hasKeyPair: boolean;
}

/**
 * The signed parts of the latest attempt, and how to verify them. The secret isn't shown here, and the signature isn't stored:
 * only a person who has both, or the secret and the receiver's log, can compare.
 */
export function Signature({ delivery, hasKeyPair }: SignatureProps) {
  const { t, number } = useIntl(webhookTexts);
  const attempt = delivery.attemptRecords.findLast(
    ({ requestHeaders }) => requestHeaders?.['x-service-nonce'],
  );
  const headers = attempt?.requestHeaders;
  if (!attempt || !headers) return null;
  const body = delivery.body ?? JSON.stringify(delivery.payload);
  const [timestamp, nonce] = ['x-service-timestamp', 'x-service-nonce'].map((name) => headers[name] ?? '');
  const signed = `${timestamp}.${nonce}.${body}`;
  const bytes = new TextEncoder().encode(body).length;
  const rows: readonly (readonly [part: string, from: ReactNode, value: ReactNode])[] = [
    [t('signed.timestamp'), <code key="from">X-Service-Timestamp</code>, <code key="is">{timestamp}</code>],
    [t('signed.nonce'), <code key="from">X-Service-Nonce</code>, <code key="is">{nonce}</code>],
    [t('signed.body'), t('signed.rawBody'), t('signed.bytes', { bytes: number(bytes) })],
  ];
  return (
    <Card>
      <details open={attempt.responseCode === 401 || attempt.responseCode === 403}>
        <summary>{t('signed.title')}</summary>
        <div className="stack">
          <p>{t('signed.hint', { number: attempt.number })}</p>
          <Table label={t('signed.parts')} head={[t('signed.part'), t('signed.from'), t('signed.value')]}>
            {rows.map(([part, from, value]) => (
              <tr key={part}>
                <td>{part}</td>
                <td>{from}</td>
                <td className="wrap">{value}</td>
              </tr>
            ))}
          </Table>
          <ul className="list">
            <Carrier header="X-Service-Signature">{t('signed.own')}</Carrier>
            <Carrier header="webhook-signature">{t('signed.standard')}</Carrier>
            {hasKeyPair && <Carrier header="Signature">{t('signed.keyPair')}</Carrier>}
          </ul>
          <details>
            <summary>{t('signed.string')}</summary>
            <Code text={signed} label={t('signed.string')} />
          </details>
          <Snippet title={t('signed.compute')} hint={t('signed.computeHint')} code={opensslOf(signed)} />
          <Snippet
            title={t('signed.verify')}
            hint={t('signed.verifyHint')}
            code={commandOf(headers, body, t('signed.paste'))}
          />
        </div>
      </details>
    </Card>
  );
}

function Carrier({ header, children }: { header: string; children: string }) {
  return (
    <li className="stack tight">
      <code>{header}</code>
      {children}
    </li>
  );
}

function Snippet({ title, hint, code }: { title: string; hint: string; code: string }) {
  return (
    <div className="stack tight">
      <div className="between">
        <h3>{title}</h3>
        <Copy text={code} />
      </div>
      <p className="quiet">{hint}</p>
      <Code text={code} label={title} />
    </div>
  );
}

function opensslOf(signed: string): string {
  return `printf %s ${quoted(signed)} |\n  openssl dgst -sha256 -hmac "$COMMERCE_WEBHOOK_SECRET"`;
}

/** The request as it was sent, except for the parts that are never stored. */
function commandOf(headers: Record<string, string>, body: string, paste: string): string {
  const kept = Object.entries(headers).filter(([name]) =>
    /^(x-service-|webhook-|content-length$)/.test(name),
  );
  return [
    `commerce webhooks verify <<'REQUEST'`,
    ...kept.map(([name, value]) => `${name}: ${value}`),
    `x-service-signature: ${paste}`,
    '',
    body,
    'REQUEST',
  ].join('\n');
}
