import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export interface RecordedSpan {
  name: string;
  context: SpanContext;
  parent: SpanContext | undefined;
  links: SpanContext[];
  attributes: Record<string, unknown>;
  hasFailed: boolean;
  isEnded: boolean;
}

export interface Tracing {
  spans: RecordedSpan[];
  named(name: string): RecordedSpan[];
  stop(): void;
}

/** An operator's SDK, as far as our own spans need it: it keeps them, and knows which one is active. */
export function startTracing(): Tracing {
  const spans: RecordedSpan[] = [];
  const active = new AsyncLocalStorage<Context>();
  // Code that has got this tracer keeps it.
  let isStopped = false;
  context.setGlobalContextManager({
    active: () => active.getStore() ?? ROOT_CONTEXT,
    with: (within, work, self, ...args) => active.run(within, () => work.call(self as never, ...args)),
    bind: (_within, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });

  function startSpan(
    name: string,
    { attributes = {}, links = [] }: SpanOptions = {},
    within = context.active(),
  ): Span {
    const parent = trace.getSpanContext(within);
    if (isStopped) return trace.wrapSpanContext(parent ?? INVALID_SPAN_CONTEXT);
    const recorded: RecordedSpan = {
      name,
      context: {
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        traceFlags: TraceFlags.SAMPLED,
      },
      parent,
      links: links.map((link) => link.context),
      attributes: { ...attributes },
      hasFailed: false,
      isEnded: false,
    };
    spans.push(recorded);
    const span: Span = {
      spanContext: () => recorded.context,
      setAttribute(key, value) {
        recorded.attributes[key] = value;
        return span;
      },
      setAttributes: () => span,
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus() {
        recorded.hasFailed = true;
        return span;
      },
      updateName: () => span,
      end() {
        recorded.isEnded = true;
      },
      isRecording: () => !recorded.isEnded,
      recordException: () => {},
    };
    return span;
  }

  const tracer = {
    startSpan,
    startActiveSpan(name: string, options: SpanOptions, within: Context, work: (span: Span) => unknown) {
      const span = startSpan(name, options, within);
      return context.with(trace.setSpan(within, span), work, undefined, span);
    },
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as unknown as Tracer });

  return {
    spans,
    named: (name) => spans.filter((span) => span.name === name),
    stop() {
      isStopped = true;
      trace.disable();
      context.disable();
      active.disable();
    },
  };
}
