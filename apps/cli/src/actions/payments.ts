import { payments } from '@service/core';

export const { fakeCallback, openCallbackSource } = payments;
