import type { admin } from '../../api.ts';
import { useIntl } from '../../i18n/index.tsx';

type Attempt = Awaited<ReturnType<typeof admin.getDelivery>>['attemptRecords'][number];

const HEIGHT = 10;
const WIDTH = 1000;

/** Where the time of an attempt went: one bar, and the same in numbers. */
export function Waterfall({ attempt }: { attempt: Attempt }) {
  const { t } = useIntl();
  const { durationMs, phases } = attempt;
  if (durationMs === null) return null;
  const parts = [
    ['dns', t('delivery.dns'), phases.dnsMs],
    ['connect', t('delivery.connect'), phases.connectMs],
    ['tls', t('delivery.tls'), phases.tlsMs],
    ['wait', t('delivery.firstByte'), phases.firstByteMs],
  ] as const;
  const known = parts.flatMap(([kind, name, ms]) => (ms === null ? [] : [{ kind, name, ms }]));
  const scale =
    WIDTH /
    Math.max(
      durationMs,
      known.reduce((sum, { ms }) => sum + ms, 0),
      1,
    );
  let from = 0;
  const bars = known.map(({ kind, ms }) => {
    const bar = { kind, x: from * scale, width: Math.max(ms * scale, ms > 0 ? 3 : 0) };
    from += ms;
    return bar;
  });
  return (
    <div className="stack tight">
      <svg
        className="waterfall"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="ground" width={WIDTH} height={HEIGHT} />
        {bars.map(({ kind, x, width }) => (
          <rect key={kind} className={kind} x={x} width={width} height={HEIGHT} />
        ))}
      </svg>
      <div className="legend">
        {known.map(({ kind, name, ms }) => (
          <span key={kind}>
            <svg className="waterfall swatch" viewBox="0 0 9 9" aria-hidden="true">
              <rect className={kind} width="9" height="9" rx="2" />
            </svg>
            {name} {t('delivery.ms', { ms })}
          </span>
        ))}
        <span>{t('delivery.total', { ms: durationMs })}</span>
      </div>
    </div>
  );
}
