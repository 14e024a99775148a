import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Carrier, MadeLabel, NewLabel, Parcel } from './carrier.ts';
import { type ConformanceTest, testsIn } from './conformance-test.ts';
import { labelFileType, MAX_LABEL_BYTES } from './label-file.ts';

/** The parts that the suite needs beside the carrier. */
export interface CarrierScene {
  carrier: Carrier;
  /** One that the carrier takes. */
  parcel: Parcel;
  /** One that it takes nowhere; undefined where it takes all. */
  refusedParcel?: Parcel;
  /** The same carrier while its service fails; undefined where it asks none. */
  failing?: Carrier;
  /** One that it makes; undefined where it makes none. The suite gives each its `labelId`. */
  label?: Omit<NewLabel, 'labelId'>;
  /** One that it refuses. */
  refusedLabel?: Omit<NewLabel, 'labelId'>;
  close?(): Promise<void> | void;
}

/**
 * The rules for every carrier, for any test runner: `for (const { name, run } of carrierConformance(open)) it(name, run)`. `open`
 * makes a scene for each test. A test that needs a missing part of the scene is left out.
 */
export function carrierConformance(open: () => Promise<CarrierScene> | CarrierScene): ConformanceTest[] {
  const test = testsIn(open);

  return [
    test('has a title that shoppers read, or none', async ({ carrier: { title } }) => {
      ok(title === undefined || (title.trim().length > 0 && title.length <= 255));
    }),
    test('has rates for a parcel, each of a service of its own', async ({ carrier, parcel }) => {
      const rates = await carrier.rates(parcel);
      ok(rates.length > 0 && rates.length <= 100);
      strictEqual(new Set(rates.map(({ service }) => service)).size, rates.length);
      for (const { service, amount } of rates) {
        ok(service.length > 0 && service.length <= 64);
        ok(typeof amount === 'bigint' && amount >= 0n && amount <= BigInt(Number.MAX_SAFE_INTEGER));
      }
    }),
    test('says the same of the same parcel', async ({ carrier, parcel }) => {
      deepStrictEqual(await carrier.rates(parcel), await carrier.rates(parcel));
    }),
    test('has rates for a parcel that weighs nothing', async ({ carrier, parcel }) => {
      ok(Array.isArray(await carrier.rates({ ...parcel, weightGrams: 0 })));
    }),
    test('has none for a parcel that it takes nowhere', async ({ carrier, refusedParcel }) => {
      if (refusedParcel) deepStrictEqual(await carrier.rates(refusedParcel), []);
    }),
    test('throws while its service fails, instead of having no rates', async ({ failing, parcel }) => {
      if (failing) await assertThrown(failing.rates(parcel));
    }),
    ...labelTests(test),
  ];
}

function labelTests(test: ReturnType<typeof testsIn<CarrierScene>>): ConformanceTest[] {
  return [
    test('makes a label that can be printed, with its id', async ({ carrier, label }) => {
      if (!label) return;
      const { carrierLabelId, trackingNumber, trackingUrl, file } = await make(carrier, label);
      ok(file.length <= MAX_LABEL_BYTES && labelFileType(file) !== undefined);
      ok(carrierLabelId.length > 0 && carrierLabelId.length <= 255);
      ok(trackingNumber === null || (trackingNumber.length > 0 && trackingNumber.length <= 255));
      ok(trackingUrl === null || (trackingUrl.length <= 2048 && new URL(trackingUrl).protocol === 'https:'));
    }),
    test('makes one label for a labelId, also of two requests at once', async ({ carrier, label }) => {
      if (!label) return;
      const labelId = randomUUID();
      const [one, other] = await Promise.all([make(carrier, label, labelId), make(carrier, label, labelId)]);
      const later = await make(carrier, label, labelId);
      deepStrictEqual([other.carrierLabelId, later.carrierLabelId], [one.carrierLabelId, one.carrierLabelId]);
      ok(labelFileType(later.file) !== undefined);
      notStrictEqual((await make(carrier, label)).carrierLabelId, one.carrierLabelId);
    }),
    test('refuses a label with the reason, instead of throwing', async ({ carrier, refusedLabel }) => {
      if (!refusedLabel) return;
      const outcome = await carrier.createLabel?.({ ...refusedLabel, labelId: randomUUID() });
      ok(outcome && !outcome.ok && outcome.error.length > 0);
    }),
    test('throws while its service fails, instead of refusing a label', async ({ failing, label }) => {
      if (!label || !failing?.createLabel) return;
      await assertThrown(failing.createLabel({ ...label, labelId: randomUUID() }));
    }),
    test('cancels a label, and once more', async ({ carrier, label }) => {
      if (!label || !carrier.cancelLabel) return;
      const labelId = randomUUID();
      const { carrierLabelId } = await make(carrier, label, labelId);
      for (const _ of ['first', 'again'])
        deepStrictEqual(await carrier.cancelLabel({ labelId, carrierLabelId }), { ok: true });
    }),
  ];
}

async function make(
  carrier: Carrier,
  label: Omit<NewLabel, 'labelId'>,
  labelId = randomUUID(),
): Promise<MadeLabel> {
  const outcome = await carrier.createLabel?.({ ...label, labelId });
  ok(outcome?.ok);
  return outcome;
}

async function assertThrown(call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    () => 'answered',
    () => 'thrown',
  );
  strictEqual(outcome, 'thrown');
}
