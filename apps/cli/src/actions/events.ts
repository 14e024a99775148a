import { payments } from '@service/core';

export const listUnmatched = payments.listUnmatchedEvents;
export const replayOne = payments.replayEvent;
export const replayWaiting = payments.replayWaitingEvents;
