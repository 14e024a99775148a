import { test } from 'node:test';
import { carrierConformance } from '@service/module-sdk/testing';
import tablePost from './index.js';
import { POST_KEY, startPost } from './post.js';

/** A post that nobody else has. */
async function open() {
  const [post, failingPost] = [await startPost(), await startPost()];
  failingPost.become('failing');
  const carrierOf = ({ url }) =>
    tablePost.carriers['table-post']({ tenantId: 'store-1' }, { config: { apiUrl: url, key: POST_KEY } });
  const parcel = {
    ...{ weightGrams: 2500, quantity: 2, fromCountry: 'DE', currency: 'EUR' },
    to: { country: 'DE', region: null, postalCode: '10117', city: 'Berlin' },
  };
  const person = {
    company: null,
    line1: 'Teegasse 1',
    line2: null,
    city: 'Berlin',
    region: null,
    country: 'DE',
    phone: null,
  };
  const label = {
    ...{ service: 'parcel', orderNumber: 1001, weightGrams: 2500, currency: 'EUR' },
    from: { ...person, name: 'Tea House', postalCode: '10115' },
    to: { ...person, name: 'Ada Lovelace', postalCode: '10117' },
    goods: [{ sku: 'TEA-1', title: 'Tea', quantity: 2, unitAmount: 1190n }],
  };
  return {
    carrier: carrierOf(post),
    failing: carrierOf(failingPost),
    parcel,
    refusedParcel: { ...parcel, weightGrams: 40_000 },
    label,
    refusedLabel: { ...label, to: { ...label.to, postalCode: '00000' } },
    async close() {
      await Promise.all([post.close(), failingPost.close()]);
    },
  };
}

for (const { name, run } of carrierConformance(open)) test(name, run);
