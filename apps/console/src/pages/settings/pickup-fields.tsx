import { useNamed } from '../../i18n/codes.ts';
import { CUSTOMER_TEXTS } from '../../i18n/customers.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Field } from '../../ui/index.tsx';
import { ADDRESS_FIELDS } from '../customers/address-fields.tsx';
import { DAYS, type Place } from './pickup-place.ts';

interface PickupFieldsProps {
  place: Place;
  /** Which option it is of. */
  label(what: string): string;
  onChange(place: Place): void;
}

/** The place where goods are picked up, and its opening hours. */
export function PickupFields({ place, label, onChange }: PickupFieldsProps) {
  const { t, language } = useIntl(SETTINGS_TEXTS);
  const { t: ofAddress } = useIntl(CUSTOMER_TEXTS);
  const countries = useNamed('region');
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return (
    <>
      {ADDRESS_FIELDS.map(([name, maxLength, required]) => {
        const isOwn = name === 'name' || name === 'country' || name === 'phone';
        const field = {
          label: label(isOwn ? t(`shipping.place_${name}`) : ofAddress(`address.${name}`)),
          value: place[name],
          required,
        };
        const set = (value: string) => onChange({ ...place, [name]: value });
        return name === 'country' ? (
          <ComboBox key={name} {...field} options={countries} onChange={set} />
        ) : (
          <Field key={name} {...field} maxLength={maxLength} onChange={({ target }) => set(target.value)} />
        );
      })}
      <div className="whole-row item-row roomy">
        {DAYS.map((day, index) => (
          <Field
            key={day}
            // 5 January 2026 was a Monday.
            label={label(weekday.format(Date.UTC(2026, 0, 5 + index)))}
            placeholder={t('shipping.closed')}
            value={place.hours[day]}
            onChange={({ target }) => onChange({ ...place, hours: { ...place.hours, [day]: target.value } })}
          />
        ))}
      </div>
      <div className="whole-row">
        <Field
          label={label(t('shipping.place_note'))}
          value={place.note}
          onChange={(event) => onChange({ ...place, note: event.target.value })}
          maxLength={1000}
        />
      </div>
    </>
  );
}
