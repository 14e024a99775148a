import { refuse } from '@service/contract';
import { withDeadline } from '@service/jobs/primitives';
import {
  type Carrier,
  labelFileType,
  MAX_LABEL_BYTES,
  type MadeLabel,
  type NewLabel,
  type RefusedLabel,
} from '@service/module-sdk';
import { awaitSlow, type Context } from '../context.ts';

/** An operator waits for the response. */
const DEADLINE_MS = 20_000;
const [MAX_ID_LENGTH, MAX_URL_LENGTH, MAX_ERROR_LENGTH] = [255, 2048, 500];

/** Refuses with `validation_failed` unless a module offers a carrier of this name that makes labels. */
export function assertMakesLabels({ services, tenantId }: Context, name: string): void {
  if (services.modules.openCarrier(name, tenantId)?.createLabel) return;
  refuse('validation_failed', 'The carrier makes no labels.', [
    { path: '/body/carrier', code: 'not_offered', message: 'is no carrier that makes labels' },
  ]);
}

/** Refuses with `dependency_unavailable` or `too_many_requests`. */
export function askForLabel(ctx: Context, name: string, label: NewLabel): Promise<MadeLabel | RefusedLabel> {
  return ask(ctx, name, async (carrier) => {
    const outcome = await awaitSlow(ctx, async () => carrier.createLabel?.(label));
    if (!outcome) throw new Error(`The carrier ${name} makes no labels`);
    return outcome.ok ? asMade(outcome) : asRefused(outcome);
  });
}

/** Refuses in the same way. */
export function askToCancel(
  ctx: Context,
  name: string,
  label: { labelId: string; carrierLabelId: string },
): Promise<{ ok: true } | RefusedLabel> {
  return ask(ctx, name, async (carrier) => {
    const outcome = await awaitSlow(ctx, async () => carrier.cancelLabel?.(label));
    if (!outcome) return { ok: false, error: `The carrier ${name} cancels no labels.` };
    return outcome.ok ? { ok: true } : asRefused(outcome);
  });
}

/** Calls that hang only take the slots of their own store. */
function ask<T>(ctx: Context, name: string, call: (carrier: Carrier) => Promise<T>): Promise<T> {
  const { services, tenantId, log } = ctx;
  return services.inFlight.run('labels', tenantId, async () => {
    try {
      const carrier = services.modules.openCarrier(name, tenantId);
      if (!carrier) throw new Error(`No module offers the carrier ${name}`);
      return await withDeadline(() => call(carrier), DEADLINE_MS, `the carrier ${name}`);
    } catch (err) {
      log.warn({ err, carrier: name }, 'a carrier did not respond for a label');
      return refuse('dependency_unavailable', `The carrier ${name} does not respond. Ask again.`);
    }
  });
}

/** What is kept comes from outside. */
function asMade({ carrierLabelId, trackingNumber, trackingUrl, file }: MadeLabel): MadeLabel {
  if (!isText(carrierLabelId, MAX_ID_LENGTH)) throw new Error('A carrier gives a label no id');
  if (trackingNumber !== null && !isText(trackingNumber, MAX_ID_LENGTH))
    throw new Error('A carrier gives a label a tracking number that is none');
  if (trackingUrl !== null && !isPage(trackingUrl))
    throw new Error('A carrier gives a label no https address to be tracked at');
  if (!(file instanceof Uint8Array) || file.length > MAX_LABEL_BYTES || !labelFileType(file))
    throw new Error('A carrier makes a label that is no PDF or PNG, or too large');
  return { ok: true, carrierLabelId, trackingNumber, trackingUrl, file };
}

function asRefused({ error }: RefusedLabel): RefusedLabel {
  return { ok: false, error: String(error).slice(0, MAX_ERROR_LENGTH) };
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= maxLength;
}

function isPage(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return false;
  return new URL(value).protocol === 'https:';
}
