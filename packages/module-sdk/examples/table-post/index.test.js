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
  return {
    carrier: carrierOf(post),
    failing: carrierOf(failingPost),
    parcel,
    refusedParcel: { ...parcel, weightGrams: 40_000 },
    async close() {
      await Promise.all([post.close(), failingPost.close()]);
    },
  };
}

for (const { name, run } of carrierConformance(open)) test(name, run);
