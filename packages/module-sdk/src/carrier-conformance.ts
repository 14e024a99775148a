import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { Carrier, Parcel } from './carrier.ts';
import { type ConformanceTest, testsIn } from './conformance-test.ts';

/** The parts that the suite needs beside the carrier. */
export interface CarrierScene {
  carrier: Carrier;
  /** One that the carrier takes. */
  parcel: Parcel;
  /** One that it takes nowhere; undefined where it takes all. */
  refusedParcel?: Parcel;
  /** The same carrier while its service fails; undefined where it asks none. */
  failing?: Carrier;
  close?(): Promise<void> | void;
}

/**
 * The rules for every carrier, for any test runner: `for (const { name, run } of carrierConformance(open)) it(name, run)`. `open`
 * makes a scene for each test. A test that needs a missing part of the scene is left out.
 */
export function carrierConformance(open: () => Promise<CarrierScene> | CarrierScene): ConformanceTest[] {
  const test = testsIn(open);

  return [
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
      if (!failing) return;
      const said = await failing.rates(parcel).then(
        () => 'rates',
        () => 'thrown',
      );
      strictEqual(said, 'thrown');
    }),
  ];
}
