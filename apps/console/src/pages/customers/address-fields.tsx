import { useState } from 'react';
import { useNamed } from '../../i18n/codes.ts';
import { CUSTOMER_TEXTS } from '../../i18n/customers.ts';
import { useIntl } from '../../i18n/index.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Field } from '../../ui/index.tsx';

/** With the longest text, and whether it is required. */
export const ADDRESS_FIELDS = [
  ['name', 255, true],
  ['company', 255, false],
  ['line1', 512, true],
  ['line2', 512, false],
  ['postalCode', 32, true],
  ['city', 255, true],
  ['region', 255, false],
  ['country', 2, true],
  ['phone', 64, false],
] as const;

type Name = (typeof ADDRESS_FIELDS)[number][0];

/** The fields of an address in a form, filled with what there is. */
export function AddressFields({
  address,
}: {
  address: { readonly [N in Name]?: string | null | undefined } | null | undefined;
}) {
  const { t } = useIntl(CUSTOMER_TEXTS);
  const countries = useNamed('region');
  const [country, setCountry] = useState(address?.country ?? '');
  return (
    <div className="pair">
      {ADDRESS_FIELDS.map(([name, maxLength, required]) => {
        const field = { label: t(`address.${name}`), name, required };
        return name === 'country' ? (
          <ComboBox key={name} {...field} options={countries} value={country} onChange={setCountry} />
        ) : (
          <Field key={name} {...field} defaultValue={address?.[name] ?? ''} maxLength={maxLength} />
        );
      })}
    </div>
  );
}

/** The values of the form, without the empty ones. The form checks that the required fields are filled in. */
export function addressIn(given: (name: string) => string): Record<
  'name' | 'line1' | 'postalCode' | 'city' | 'country',
  string
> & {
  [N in Name]?: string;
} {
  const filled = ADDRESS_FIELDS.map(([name]) => [name, given(name)]).filter(([, value]) => value);
  return Object.fromEntries(filled);
}
