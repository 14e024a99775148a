import { useNamed } from '../../i18n/codes.ts';
import { useIntl } from '../../i18n/index.tsx';
import { SETTINGS_TEXTS } from '../../i18n/settings.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Field } from '../../ui/index.tsx';
import { DAYS, PLACE_FIELDS, type Place } from './pickup-place.ts';

const OPTIONAL: ReadonlySet<string> = new Set(['line2', 'region', 'phone']);
const LENGTHS: Readonly<Record<string, number>> = { line1: 512, line2: 512, postalCode: 32, phone: 64 };

interface PickupFieldsProps {
  place: Place;
  /** Which option it is of. */
  label(what: string): string;
  onChange(place: Place): void;
}

/** Where goods are picked up, and when it is open. */
export function PickupFields({ place, label, onChange }: PickupFieldsProps) {
  const { t, language } = useIntl(SETTINGS_TEXTS);
  const countries = useNamed('region');
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return (
    <>
      {PLACE_FIELDS.map((name) => (
        <Field
          key={name}
          label={label(t(`shipping.place_${name}`))}
          value={place[name]}
          onChange={(event) => onChange({ ...place, [name]: event.target.value })}
          maxLength={LENGTHS[name] ?? 255}
          required={!OPTIONAL.has(name)}
        />
      ))}
      <ComboBox
        label={label(t('shipping.place_country'))}
        options={countries}
        value={place.country}
        required
        onChange={(country) => onChange({ ...place, country })}
      />
      {DAYS.map((day, index) => (
        <Field
          key={day}
          // 5 January 2026 was a Monday.
          label={label(weekday.format(Date.UTC(2026, 0, 5 + index)))}
          placeholder={t('shipping.closed')}
          value={place.hours[day]}
          onChange={(event) => onChange({ ...place, hours: { ...place.hours, [day]: event.target.value } })}
        />
      ))}
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
