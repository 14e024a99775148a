import {
  type Address,
  type CustomerRow,
  customerRow,
  fitsMetadata,
  isCountry,
  isEmail,
} from '@service/contract';
import { type CheckRow, createRowChecker, knownMembers } from '../../imports/index.ts';

export const openChecker = createRowChecker(customerRow);

/** A row that is of the right shape, with its address in one. */
export interface GivenCustomer extends Omit<CustomerRow, `address${string}`> {
  address: Address | undefined;
}

/** Returns the row, or why it is refused. */
export function readCustomerRow(data: unknown, checkRow: CheckRow): GivenCustomer | string {
  const given = knownMembers(data, customerRow);
  const problem = checkRow(given);
  if (problem) return `${problem.path} ${problem.message}`.trim();
  const row = given as CustomerRow;
  if (!isEmail(row.email)) return '/email is no e-mail address';
  if (row.metadata && !fitsMetadata(row.metadata)) return '/metadata is too large.';
  if (row.disabled) return 'A disabled customer isn’t taken.';
  const address = readAddress(row);
  return typeof address === 'string' ? address : { ...row, address };
}

function readAddress(row: CustomerRow): Address | undefined | string {
  const { addressLine1: line1, addressCity: city, addressPostalCode: postalCode } = row;
  const { addressCountry: country } = row;
  const name = row.addressName ?? row.name;
  const isNamed = Object.entries(row).some(
    ([member, value]) => member.startsWith('address') && value !== null,
  );
  if (!isNamed) return undefined;
  if (!name || !line1 || !city || !postalCode || !country)
    return 'An address needs addressName or name, addressLine1, addressCity, addressPostalCode and addressCountry.';
  if (!isCountry(country)) return '/addressCountry is no country of ISO 3166-1, such as DE';
  return {
    ...{ name, line1, city, postalCode, country },
    company: row.addressCompany ?? null,
    line2: row.addressLine2 ?? null,
    region: row.addressRegion ?? null,
    phone: row.addressPhone ?? null,
  };
}
