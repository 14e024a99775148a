import type { CustomerChange, operations, ResponseOf, VatStatus } from '@service/contract';
import type { CustomerModel } from '@service/db';
import { publicMetadata } from '../metadata.ts';
import { asIs, createColumns, lowerCase } from '../patch.ts';

export type PresentedCustomer = ResponseOf<typeof operations.getCustomer>;
export type PresentedProfile = ResponseOf<typeof operations.getOwnProfile>;

/** The fields of a customer that a request writes; a VAT number brings the state of its check along. */
export const CUSTOMER = createColumns<
  CustomerModel,
  PresentedCustomer,
  Exclude<keyof CustomerChange, 'vatNumber'>
>({
  name: asIs,
  phone: asIs,
  isB2b: asIs,
  taxExempt: asIs,
  acceptsMarketing: asIs,
  customerGroupId: lowerCase,
  metadata: asIs,
});

/** The part of a customer's own account that the customer may see. */
export function presentProfile(customer: CustomerModel): PresentedProfile {
  const { customerGroupId: _ofOperators, ...own } = CUSTOMER.present(customer);
  return {
    id: customer.id,
    email: customer.email,
    emailVerified: customer.emailVerifiedAt !== null,
    ...own,
    vatNumber: customer.vatNumber,
    vatStatus: customer.vatStatus as VatStatus | null,
    vatCheckedAt: customer.vatCheckedAt?.toISOString() ?? null,
    vatName: customer.vatName,
    version: customer.version,
    createdAt: customer.createdAt.toISOString(),
    updatedAt: customer.updatedAt.toISOString(),
    metadata: publicMetadata(customer.metadata),
  };
}

/** The part of a customer that an operator may see. */
export function presentCustomer(customer: CustomerModel): PresentedCustomer {
  return {
    ...presentProfile(customer),
    ...CUSTOMER.present(customer),
    vatConsultationNumber: customer.vatConsultationNumber,
    disabled: customer.disabledAt !== null,
    erasedAt: customer.erasedAt?.toISOString() ?? null,
  };
}
