export type { RecordContext } from './context.ts';
export { type EnvelopeInput, envelopeBytes, envelopeOf } from './envelope.ts';
export type { AttemptPhases } from './http-sender.ts';
export { recordEvent, recordEvents, recordingEvent, wakeDue } from './record-event.ts';
