export { type Batcher, type BatcherOptions, createBatcher, createBatchers } from './batcher.ts';
export { type JsonBounds, parseBoundedJson } from './bounded-json.ts';
export { createByteCollector } from './byte-collector.ts';
export { DeadlineError, withDeadline } from './deadline.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
export { type EachItemOptions, eachItem } from './each-item.ts';
export { createKeptValue, type KeptValue, type KeptValueOptions } from './kept-value.ts';
export {
  createKeyedSemaphore,
  type KeyedSemaphore,
  type KeyedSemaphoreOptions,
  type Release,
} from './keyed-semaphore.ts';
export { loadLater, nextLoadFailure } from './load-later.ts';
export { type CycleOutcome, type Loop, type LoopOptions, startLoop } from './loop.ts';
export { type OpenedOnce, openOnce } from './open-once.ts';
export { readText } from './read-text.ts';
export { singleFlight } from './single-flight.ts';
export { createTokenBucket, type TokenBucket, type TokenBucketOptions } from './token-bucket.ts';
export {
  fail,
  parseTraceparent,
  type Span,
  type SpanDetails,
  SpanKind,
  startSpan,
  traceparentOf,
  withSpan,
} from './tracing.ts';
export { createTurns, type Turn } from './turns.ts';
