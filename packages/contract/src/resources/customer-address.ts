import { id, object, timestamp, version } from '../schema.ts';
import { address, exampleAddress } from './address.ts';

export const customerAddress = object({
  id,
  ...address.properties,
  createdAt: timestamp,
  updatedAt: timestamp,
  version,
});

export const exampleCustomerAddress = {
  id: 'b8c2a3b4-5d6e-4f70-8a91-b2c3d4e5f621',
  ...exampleAddress,
  company: null,
  line2: null,
  region: null,
  phone: null,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  version: 1,
};
