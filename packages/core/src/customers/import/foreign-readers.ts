import {
  cell,
  type ForeignReader,
  type ForeignRow,
  fieldsOf,
  isYes,
  type Line,
} from '../../imports/index.ts';

/** By columns that no file of ours has. Undefined: the file is one of ours. */
export function foreignReaderOf(columns: readonly string[]): ForeignReader | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  if (has('first name', 'last name', 'email', 'tax exempt')) return readShopify;
  if (has('billing_address_1') && (has('email') || has('user_email'))) return readWooCommerce;
  return has('email', 'username', 'last active') ? readWooCommerceReport : undefined;
}

/** Reads an export of customers of Shopify, with the columns until 2023 or since. */
async function* readShopify(lines: AsyncIterable<Line>): AsyncGenerator<ForeignRow> {
  for await (const line of lines) {
    const inAddress = (...names: string[]) =>
      cell(line, ...names.flatMap((name) => [`default address ${name}`, name]));
    const marketing = cell(line, 'accepts email marketing', 'accepts marketing');
    const name = fullName(line['first name'], line['last name']);
    yield named(line.email, {
      name,
      phone: cell(line, 'phone', 'default address phone'),
      taxExempt: isYes(line['tax exempt']),
      acceptsMarketing: marketing === undefined ? undefined : isYes(marketing),
      ...addressOf({
        name,
        company: inAddress('company'),
        line1: inAddress('address1'),
        line2: inAddress('address2'),
        city: inAddress('city'),
        // Programs put an apostrophe before digits that a spreadsheet would take for a number.
        postalCode: inAddress('zip')?.replace(/^'/, ''),
        region: inAddress('province code'),
        country: inAddress('country code'),
        phone: inAddress('phone'),
      }),
      metadata: fieldsOf({ tags: cell(line, 'tags'), note: cell(line, 'note') }),
    });
  }
}

/**
 * Reads an export of customers of WooCommerce's extensions, Customer/Order/Coupon Export and Import Export Suite: the
 * address for shipping, else that for invoices. They say nothing of marketing, and passwords aren't taken.
 */
async function* readWooCommerce(lines: AsyncIterable<Line>): AsyncGenerator<ForeignRow> {
  for await (const line of lines) {
    const part = line.shipping_address_1 ? 'shipping' : 'billing';
    const name =
      fullName(line.first_name, line.last_name) ?? fullName(line.billing_first_name, line.billing_last_name);
    yield named(cell(line, 'email', 'user_email'), {
      name,
      phone: cell(line, 'billing_phone'),
      ...addressOf({
        name: fullName(line[`${part}_first_name`], line[`${part}_last_name`]) ?? name,
        company: cell(line, `${part}_company`),
        line1: cell(line, `${part}_address_1`),
        line2: cell(line, `${part}_address_2`),
        city: cell(line, `${part}_city`),
        postalCode: cell(line, `${part}_postcode`),
        region: cell(line, `${part}_state`),
        country: cell(line, `${part}_country`),
        phone: cell(line, `${part}_phone`),
      }),
    });
  }
}

/** Reads the customers of WooCommerce's own analytics, which have no street. */
async function* readWooCommerceReport(lines: AsyncIterable<Line>): AsyncGenerator<ForeignRow> {
  for await (const line of lines) yield named(line.email, { name: cell(line, 'name') });
}

/** A customer whom only a telephone number names can't sign in. */
function named(email: string | undefined, members: Record<string, unknown>): ForeignRow {
  if (!email) return { row: members, refused: 'It has no e-mail address.' };
  return { row: { email, ...members } };
}

function fullName(...names: (string | undefined)[]): string | undefined {
  return names.filter((name) => name?.trim()).join(' ') || undefined;
}

/** The members of a whole address; none where it lacks what every parcel needs. */
function addressOf(address: Record<string, string | undefined>): Record<string, string | undefined> {
  const { name, line1, city, postalCode, country } = address;
  if (!name || !line1 || !city || !postalCode || !country) return {};
  return Object.fromEntries(
    Object.entries(address).map(([part, value]) => [
      `address${part[0]?.toUpperCase()}${part.slice(1)}`,
      value,
    ]),
  );
}
