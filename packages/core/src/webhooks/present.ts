import type { DeliveryStatus, EventName } from '@service/contract';
import type { WebhookDeliveryModel, WebhookSubscriptionModel } from '@service/db';

export interface PresentedSubscription {
  id: string;
  url: string;
  events: EventName[];
  active: boolean;
  createdAt: string;
}

export function presentSubscription(row: WebhookSubscriptionModel): PresentedSubscription {
  return {
    id: row.id,
    url: row.url,
    events: row.events as EventName[],
    active: row.active,
    createdAt: row.createdAt.toISOString(),
  };
}

export interface PresentedDelivery {
  id: string;
  subscriptionId: string;
  event: EventName;
  status: DeliveryStatus;
  attempts: number;
  createdAt: string;
  lastAttemptAt: string | null;
  nextRetryAt: string | null;
  responseCode: number | null;
  lastError: string | null;
}

export function presentDelivery(row: WebhookDeliveryModel): PresentedDelivery {
  return {
    id: row.id,
    subscriptionId: row.subscriptionId,
    event: row.event as EventName,
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextRetryAt: row.nextRetryAt?.toISOString() ?? null,
    responseCode: row.responseCode,
    lastError: row.lastError,
  };
}
