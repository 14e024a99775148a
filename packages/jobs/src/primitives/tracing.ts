import {
  type Attributes,
  context,
  type Link,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

export { type Span, SpanKind } from '@opentelemetry/api';

export interface SpanDetails {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Spans that caused this one without being its parent. */
  links?: readonly (SpanContext | undefined)[];
  /** The span that this one is part of, where no span is active here. */
  parent?: SpanContext | undefined;
}

/** Without an SDK, which the operator loads, its spans are empty and cost next to nothing. */
const tracer = trace.getTracer('commerce-service');

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Starts a span that is active while `work` runs. The caller ends it. */
export function startSpan<T>(name: string, details: SpanDetails, work: (span: Span) => T): T {
  const { parent, links = [], ...options } = details;
  const active = context.active();
  const isPart = trace.getSpan(active) !== undefined;
  const within = parent && !isPart ? trace.setSpanContext(active, { ...parent, isRemote: true }) : active;
  const known: Link[] = links.flatMap((link) => (link ? [{ context: link }] : []));
  return tracer.startActiveSpan(name, { ...options, links: known }, within, work);
}

/** The same around a promise; a rejection is recorded. */
export function withSpan<T>(
  name: string,
  details: SpanDetails,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return startSpan(name, details, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

export function fail(span: Span, error: unknown): void {
  span.recordException(error instanceof Error ? error : String(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A span as W3C writes it in a header; undefined without tracing. */
export function traceparentOf(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (!trace.isSpanContextValid(span.spanContext())) return undefined;
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
}

/** Undefined for an invalid header. */
export function parseTraceparent(text: string | null | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text ?? '') ?? [];
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED };
  return trace.isSpanContextValid(found) ? found : undefined;
}
