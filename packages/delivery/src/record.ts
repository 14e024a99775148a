export type { RecordContext } from './context.ts';
export type { Credentials } from './credentials/credentials.ts';
export type { AmqpSettings, AttemptPhases, SqsSettings } from './destination.ts';
export { type EnvelopeInput, envelopeBytes, envelopeOf } from './envelope.ts';
export { LISTS_EVENT } from './listed-events.ts';
export {
  enqueueDue,
  RECORDED,
  type Recorded,
  recordEvent,
  recordEvents,
  recordingEvent,
} from './record-event.ts';
export type { TestOutcomes } from './test-outcomes.ts';
