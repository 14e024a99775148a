import type { admin } from '../api.ts';
import { useIntl } from '../i18n/index.tsx';
import { LEGEND } from './chart.tsx';

type Attempt = Awaited<ReturnType<typeof admin.getDelivery>>['attemptRecords'][number];

const HEIGHT = 10;
const WIDTH = 1000;

/** The phases of an attempt: one bar, and the same in numbers. */
export function Waterfall({ attempt }: { attempt: Attempt }) {
  const { t } = useIntl();
  const { durationMs, phases } = attempt;
  if (durationMs === null) return null;
  const parts = [
    ['fill-[light-dark(#7c8aa5,#8d9bb6)]', t('delivery.dns'), phases.dnsMs],
    ['fill-[light-dark(#4c7fd0,#6f9be6)]', t('delivery.connect'), phases.connectMs],
    ['fill-[light-dark(#7a5bc7,#a48cf0)]', t('delivery.tls'), phases.tlsMs],
    ['fill-[light-dark(#2f9e6e,#4fc593)]', t('delivery.firstByte'), phases.firstByteMs],
  ] as const;
  const known = parts.flatMap(([look, name, ms]) => (ms === null ? [] : [{ look, name, ms }]));
  const scale =
    WIDTH /
    Math.max(
      durationMs,
      known.reduce((sum, { ms }) => sum + ms, 0),
      1,
    );
  let from = 0;
  const bars = known.map(({ look, ms }) => {
    const bar = { look, x: from * scale, width: Math.max(ms * scale, ms > 0 ? 3 : 0) };
    from += ms;
    return bar;
  });
  return (
    <div className="stack tight">
      <svg
        className="waterfall block h-2.5 w-full rounded-md"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="fill-idle-soft" width={WIDTH} height={HEIGHT} />
        {bars.map(({ look, x, width }) => (
          <rect key={look} className={look} x={x} width={width} height={HEIGHT} />
        ))}
      </svg>
      <div className={LEGEND}>
        {known.map(({ look, name, ms }) => (
          <span key={look}>
            <svg className="me-1.5 inline-block size-[9px]" viewBox="0 0 9 9" aria-hidden="true">
              <rect className={look} width="9" height="9" rx="2" />
            </svg>
            {name} {t('delivery.ms', { ms })}
          </span>
        ))}
        <span>{t('delivery.total', { ms: durationMs })}</span>
      </div>
    </div>
  );
}
