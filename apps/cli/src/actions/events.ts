import { payments } from '@service/core';

export const listUnmatched = payments.listUnmatchedEvents;
export const replayWaiting = payments.replayWaitingEvents;
