import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useContext } from 'react';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid, Heading } from 'react-aria-components/Calendar';
import { DateInput, DatePicker, DatePickerStateContext, DateSegment } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { useIntl } from '../i18n/index.tsx';
import type { DateFieldProps } from './date-field.tsx';

/** A day, typed as the reader writes it or picked from a calendar. */
export function DatePickerField({
  label,
  hasTime = false,
  value,
  defaultValue,
  name,
  ...more
}: DateFieldProps) {
  const { locale } = useIntl();
  const { required = false, disabled = false, onChange } = more;
  return (
    <I18nProvider locale={locale}>
      <DatePicker
        className="field"
        shouldForceLeadingZeros
        granularity={hasTime ? 'minute' : 'day'}
        {...(value === undefined ? {} : { value: parse(value, hasTime) })}
        {...(defaultValue === undefined ? {} : { defaultValue: parse(defaultValue, hasTime) })}
        {...(name === undefined ? {} : { name })}
        isRequired={required}
        isDisabled={disabled}
        onChange={(next) => onChange?.(next?.toString().slice(0, hasTime ? 16 : 10) ?? '')}
      >
        <Label className="label">{label}</Label>
        <Group className="date-input">
          <DateInput className="flex min-w-0 flex-1 items-center overflow-hidden tabular-nums">
            {(segment) => (
              <DateSegment
                segment={segment}
                className="inline-block min-w-6 rounded-[4px] px-[3px] text-center leading-6 whitespace-pre outline-offset-0 data-[type=literal]:min-w-0 data-[type=literal]:px-0 data-placeholder:text-quiet data-[type=literal]:text-quiet data-focused:bg-accent data-focused:text-on-accent"
              />
            )}
          </DateInput>
          <Button className="grid size-7 flex-none cursor-pointer place-items-center rounded-md text-quiet hover:bg-idle-soft disabled:hidden">
            <CalendarDays className="size-4" aria-hidden />
          </Button>
        </Group>
        <FieldError className="hint bad-text" />
        <Popover className="rounded-lg border border-line bg-raised p-3 shadow-xl">
          <Dialog className="outline-none">
            <Calendar>
              <header className="flex items-center justify-between gap-2 pb-2">
                <Turn to="previous" />
                <Heading className="text-[0.95rem] font-semibold" />
                <Turn to="next" />
              </header>
              <CalendarGrid className="w-auto **:[td]:border-0 **:[td]:p-0 **:[th]:p-0 **:[th]:pb-1 **:[th]:text-center">
                {(date) => (
                  <CalendarCell
                    date={date}
                    className="grid size-9 cursor-pointer place-items-center rounded-md tabular-nums hover:bg-idle-soft data-outside-month:hidden data-today:font-bold data-today:text-accent data-selected:bg-accent data-selected:text-on-accent"
                  />
                )}
              </CalendarGrid>
            </Calendar>
            {required ? null : <NoDay />}
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}

function Turn({ to }: { to: 'previous' | 'next' }) {
  const Icon = to === 'next' ? ChevronRight : ChevronLeft;
  return (
    <Button slot={to} className="button icon">
      <Icon className="size-4 rtl:rotate-180" aria-hidden />
    </Button>
  );
}

/** Typed segments are only emptied one by one. */
function NoDay() {
  const { t } = useIntl();
  const picker = useContext(DatePickerStateContext);
  const empty = () => {
    picker?.setValue(null);
    picker?.setOpen(false);
  };
  return (
    <Button className="button mt-2 w-full" isDisabled={!picker?.value} onPress={empty}>
      {t('common.noDay')}
    </Button>
  );
}

/** Null: there is none, as in an address that was typed. */
function parse(text: string, hasTime: boolean): CalendarDate | CalendarDateTime | null {
  try {
    return hasTime ? parseDateTime(text) : parseDate(text);
  } catch {
    return null;
  }
}
