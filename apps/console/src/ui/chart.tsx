import { useIntl } from '../i18n/index.tsx';
import { Table } from './index.tsx';

export interface Series {
  name: string;
  tone: 'good' | 'bad' | 'warn' | 'accent' | 'quiet';
  /** One for each label; null: there is no value. */
  values: readonly (number | null)[];
}

interface ChartProps {
  title: string;
  /** Bars stand on one another; lines beside each other. */
  kind: 'bars' | 'lines';
  labels: readonly string[];
  series: readonly Series[];
  format(value: number): string;
}

const TONES: Record<Series['tone'], string> = {
  good: 'text-[light-dark(#2f9e6e,#4fc593)]',
  bad: 'text-[light-dark(#c93a48,#f0767f)]',
  warn: 'text-[light-dark(#d08a1c,#e9b458)]',
  accent: 'text-[light-dark(#4c6fd8,#8aa2ff)]',
  quiet: 'text-quiet',
};

/** The meaning of a chart's colours. */
export const LEGEND = 'flex flex-wrap gap-x-4 gap-y-1 text-[0.82rem] text-quiet';

const HEIGHT = 100;
const STEP = 10;
const GAP = 2;

/** A chart that needs no library, and its numbers as a table behind it. */
export function Chart({ title, kind, labels, series, format }: ChartProps) {
  const { t } = useIntl();
  const sums = labels.map((_, index) => series.map(({ values }) => values[index] ?? 0));
  const peak = Math.max(
    ...sums.map((each) => (kind === 'bars' ? each.reduce((a, b) => a + b, 0) : Math.max(...each))),
    0,
  );
  const top = roundUp(peak);
  const width = labels.length * STEP;
  const last = labels.length - 1;
  return (
    <figure className="grid min-w-0 gap-2">
      {/* Time goes from left to right in every language. */}
      <div dir="ltr" className="relative pt-5">
        <span className="absolute inset-s-0 top-0 text-[0.78rem] text-quiet tabular-nums" aria-hidden="true">
          {format(top)}
        </span>
        <svg
          className="block h-37.5 w-full overflow-visible"
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={title}
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              className="stroke-line [vector-effect:non-scaling-stroke]"
              x1="0"
              x2={width}
              y1={part * HEIGHT}
              y2={part * HEIGHT}
            />
          ))}
          {kind === 'bars' ? (
            <Bars series={series} count={labels.length} top={top} />
          ) : (
            series.map((each) => <Line key={each.name} of={each} top={top} />)
          )}
          {labels.map((label, index) => (
            <rect
              key={label}
              className="fill-transparent hover:fill-text/8"
              x={index * STEP}
              width={STEP}
              height={HEIGHT}
            >
              <title>
                {[
                  label,
                  ...series.map(({ name, values }) => `${name}: ${textOf(values[index], format)}`),
                ].join('\n')}
              </title>
            </rect>
          ))}
        </svg>
        <div className="flex justify-between gap-3 pt-1 text-[0.78rem] text-quiet" aria-hidden="true">
          <span>{labels[0]}</span>
          {last > 1 && <span className="max-[521px]:hidden">{labels[Math.floor(last / 2)]}</span>}
          {last > 0 && <span className="text-end">{labels[last]}</span>}
        </div>
      </div>
      <figcaption className={LEGEND}>
        {series.map(({ name, tone }) => (
          <span key={name}>
            <svg className="me-1.5 inline-block size-[9px]" viewBox="0 0 9 9" aria-hidden="true">
              <rect className={`fill-current ${TONES[tone]}`} width="9" height="9" rx="2" />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
      <details>
        <summary>{t('chart.table')}</summary>
        <div className="max-h-80 overflow-y-auto">
          <Table label={title} head={[t('chart.time'), ...series.map(({ name }) => name)]}>
            {labels.map((label, index) => (
              <tr key={label}>
                <td className="nowrap">{label}</td>
                {series.map(({ name, values }) => (
                  <td key={name}>{textOf(values[index], format)}</td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </figure>
  );
}

function Bars({ series, count, top }: { series: readonly Series[]; count: number; top: number }) {
  const below = Array.from({ length: count }, () => 0);
  return series.map(({ name, tone, values }) => (
    <g key={name} className={`fill-current ${TONES[tone]}`}>
      {values.map((value, index) => {
        const height = ((value ?? 0) / top) * HEIGHT;
        if (height === 0) return null;
        below[index] = (below[index] ?? 0) + height;
        return (
          <rect
            key={index}
            x={index * STEP + GAP / 2}
            y={HEIGHT - (below[index] ?? 0)}
            width={STEP - GAP}
            height={height}
          />
        );
      })}
    </g>
  ));
}

/** An unknown value is a gap in the line; a single point is as wide as its interval. */
function Line({ of, top }: { of: Series; top: number }) {
  const path = of.values
    .map((value, index) => {
      if (value === null) return '';
      const [x, y] = [index * STEP + STEP / 2, HEIGHT - (value / top) * HEIGHT];
      if (isKnown(of.values[index - 1])) return `L${x} ${y}`;
      return isKnown(of.values[index + 1]) ? `M${x} ${y}` : `M${x - STEP / 2} ${y}h${STEP}`;
    })
    .join('');
  return (
    <path
      className={`fill-none stroke-current stroke-2 [stroke-linejoin:round] [vector-effect:non-scaling-stroke] ${TONES[of.tone]}`}
      d={path}
    />
  );
}

function isKnown(value: number | null | undefined): boolean {
  return value !== null && value !== undefined;
}

function textOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

/** To a number that reads well. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => value <= step * size) ?? 10) * size;
}
