import type { Carrier, CarrierRate, Parcel } from '@service/module-sdk';
import { expect } from 'chai';
import type { Context } from '../context.ts';
import { createInFlightLimits } from '../in-flight-limits.ts';
import { askCarriers, type OptionCarrier } from './ask-carriers.ts';

const PARCEL: Parcel = {
  ...{ weightGrams: 1000, quantity: 1, fromCountry: 'DE', currency: 'EUR' },
  to: { country: 'DE', region: null, postalCode: '10117', city: 'Berlin' },
};
const AT_ONCE = 8;

const carriedBy = (name: string, whenUnavailable: OptionCarrier['whenUnavailable'] = 'own_price') => ({
  id: `${name} ${whenUnavailable}`,
  carrier: { name, service: 'parcel', whenUnavailable },
});

/** A process whose carriers answer like this. */
function processOf(carriers: Record<string, Carrier['rates']>) {
  const inFlight = createInFlightLimits();
  const modules = {
    openCarrier: (name: string) => carriers[name] && { name, rates: carriers[name] },
  };
  return (tenantId: string) =>
    ({ tenantId, log: { warn() {} }, services: { inFlight, modules } }) as unknown as Context;
}

describe('askCarriers', () => {
  it('asks each carrier once, and does what the store says of one that fails or says no amount', async () => {
    const asked: string[] = [];
    const says = (name: string, rates: CarrierRate[]) => async () => {
      asked.push(name);
      return rates;
    };
    const contextOf = processOf({
      good: says('good', [{ service: 'parcel', amount: 490n }]),
      none: says('none', []),
      below: says('below', [{ service: 'parcel', amount: -1n }]),
      failing: () => Promise.reject(new Error('503')),
    });
    const options = ['good', 'none', 'below', 'failing', 'gone'].flatMap((name) => [
      carriedBy(name),
      carriedBy(name, 'not_offered'),
    ]);

    expect(await askCarriers(contextOf('store-1'), options, PARCEL)).to.deep.equal({
      'good own_price': 490,
      'good not_offered': 490,
      'none own_price': 'none',
      'none not_offered': 'none',
      'below own_price': 'own',
      'failing own_price': 'own',
      'gone own_price': 'own',
    });
    expect(asked).to.deep.equal(['good', 'none', 'below']);
  });

  it('has a carrier that hangs take the places of one store alone', async () => {
    let end = (): void => {};
    const ended = new Promise<CarrierRate[]>((resolve) => {
      end = () => resolve([{ service: 'parcel', amount: 490n }]);
    });
    const contextOf = processOf({
      hanging: () => ended,
      good: async () => [{ service: 'parcel', amount: 590n }],
    });
    const ask = (store: string, name: string) => askCarriers(contextOf(store), [carriedBy(name)], PARCEL);
    const hanging = Array.from({ length: AT_ONCE }, () => ask('store-1', 'hanging'));

    expect(await ask('store-1', 'good')).to.deep.equal({ 'good own_price': 'own' });
    expect(await ask('store-2', 'good')).to.deep.equal({ 'good own_price': 590 });
    end();
    expect(await Promise.all(hanging)).to.deep.equal(
      Array.from({ length: AT_ONCE }, () => ({ 'hanging own_price': 490 })),
    );
    expect(await ask('store-1', 'good')).to.deep.equal({ 'good own_price': 590 });
  });
});
