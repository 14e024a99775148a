import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { carrierName, carrierService, exampleLabel, label } from '../../../resources/label.ts';
import { amount, currency, id, object } from '../../../schema.ts';

export const listLabelRates = defineOperation({
  endpoint: 'GET /admin/v1/orders/{id}/labels/rates',
  summary: 'List the services that carriers offer for what is left to ship',
  description:
    'Of every carrier that makes labels, for one parcel of all units that are left, which `weightGrams` is the weight of. Each carrier has 5 seconds; those that say nothing by then are `unavailable`. Without a shipping address there are none.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: {
    status: 200,
    description: 'The services, as `carrier` and `service` of a label',
    schema: object({
      weightGrams: Type.Integer({ minimum: 0 }),
      items: Type.Array(object({ carrier: Type.String(), service: Type.String(), amount, currency })),
      unavailable: Type.Array(Type.String()),
    }),
  },
  examples: {
    response: {
      weightGrams: 2500,
      items: [{ carrier: 'table-post', service: 'parcel', amount: 590, currency: 'EUR' }],
      unavailable: [],
    },
  },
});

export const createLabel = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/labels',
  summary: 'Get the label of a carrier for an order or a part of it',
  description:
    'For a carrier of a module that makes labels. Without `lines` it is for everything that is left to ship and has no label. Send the `id` of the label as `labelId` of `POST /admin/v1/orders/{id}/ship` when the parcel leaves. The carrier is asked for 20 seconds at most, under the same key however often: when it doesn’t respond, the response is 503 `dependency_unavailable`, and the same request gets the same label, which is paid once. A carrier that refuses (`label_refused`) leaves no label. Meanwhile the shipping address can’t be changed.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object({
    carrier: carrierName,
    service: carrierService,
    weightGrams: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Absent: the weight of the units, by `weightGrams` of their variants',
      }),
    ),
    shipmentId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'A shipment that has left without a label, or whose label was cancelled; instead of `lines`',
      }),
    ),
    lines: Type.Optional(
      Type.Array(
        object({
          lineId: id,
          quantity: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 9999, description: 'Absent: all units that are left' }),
          ),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    ),
  }),
  response: { status: 201, description: 'The label', schema: label },
  errors: [
    'illegal_transition',
    'payment_mismatch',
    'payment_disputed',
    'exchange_unpaid',
    'order_withdrawn',
    'quantity_exceeded',
    'label_not_possible',
    'label_exists',
    'label_refused',
  ],
  examples: { body: { carrier: 'table-post', service: 'parcel' }, response: exampleLabel },
});
