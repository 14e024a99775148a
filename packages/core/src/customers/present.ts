import type { operations, ResponseOf, VatStatus } from '@service/contract';
import type { CustomerModel } from '@service/db';

export type PresentedCustomer = ResponseOf<typeof operations.getCustomer>;
export type PresentedProfile = ResponseOf<typeof operations.getOwnProfile>;

/** What a customer may know of their own account. */
export function presentProfile(customer: CustomerModel): PresentedProfile {
  return {
    id: customer.id,
    email: customer.email,
    emailVerified: customer.emailVerifiedAt !== null,
    name: customer.name,
    phone: customer.phone,
    isB2b: customer.isB2b,
    taxExempt: customer.taxExempt,
    acceptsMarketing: customer.acceptsMarketing,
    vatNumber: customer.vatNumber,
    vatStatus: customer.vatStatus as VatStatus | null,
    vatCheckedAt: customer.vatCheckedAt?.toISOString() ?? null,
    vatName: customer.vatName,
    version: customer.version,
    createdAt: customer.createdAt.toISOString(),
    updatedAt: customer.updatedAt.toISOString(),
  };
}

/** What an operator may know of a customer. */
export function presentCustomer(customer: CustomerModel): PresentedCustomer {
  return {
    ...presentProfile(customer),
    vatConsultationNumber: customer.vatConsultationNumber,
    disabled: customer.disabledAt !== null,
  };
}
