export type { RecordContext } from './context.ts';
export type { Credentials } from './credentials/credentials.ts';
export type { AttemptPhases } from './destination.ts';
export { type EnvelopeInput, envelopeBytes, envelopeOf } from './envelope.ts';
export { bodyOf } from './formats/body.ts';
export { MAX_PAYLOAD_BYTES, NOT_RECORDED, type RecordedPayload } from './full-payload.ts';
export { LISTS_EVENT } from './listed-events.ts';
export { passedFilter, passesFilter } from './passes-filter.ts';
export {
  announceDeliveries,
  type EventChange,
  type EventDetails,
  enqueueDue,
  type FullEvent,
  isListed,
  listedBy,
  RECORDED,
  type Recorded,
  recordEvent,
  recordEvents,
  recordedAs,
  recordingEvent,
} from './record-event.sql.ts';
export { recordFullDeliveries, type WholeEvent } from './record-full-deliveries.sql.ts';
export type { TestOutcomes } from './test-outcomes.ts';
