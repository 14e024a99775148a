import { Check, ChevronDown, X } from 'lucide-react';
import { type ComponentProps, type FocusEvent, type KeyboardEvent, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, useFilter } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import type { Named } from '../i18n/codes.ts';
import { useIntl } from '../i18n/index.tsx';
import { Tooltip } from './tooltip.tsx';

interface Shown {
  label: string;
  hint?: string | undefined;
  /** The choices: each one's code, and its name. */
  options: readonly Named[];
}

interface ComboBoxProps extends Shown {
  /** The code; empty: none. */
  value: string;
  /** In a form that is sent. */
  name?: string;
  /** The choice can be replaced, and not cleared. */
  required?: boolean;
  onChange(value: string): void;
}

/**
 * One of many by its name: what is typed narrows the list, by any part of a name or a code. A whole code or name, or what only one
 * name has in it, is taken when the field is left; anything else is replaced by what was chosen before.
 */
export function ComboBox({
  label,
  hint,
  options,
  value,
  required = false,
  onChange,
  ...rest
}: ComboBoxProps) {
  const { listed, events, onKeyDown } = useTyped(options, value ? [value] : [], onChange);
  return (
    <AriaComboBox
      {...rest}
      {...events}
      className="field"
      allowsEmptyCollection
      value={value || null}
      onChange={(key) => (key !== null || !required) && onChange(String(key ?? ''))}
      isRequired={required}
    >
      {({ isOpen }) => <Parts {...{ label, hint, isOpen }} options={listed} keys={{ onKeyDown }} />}
    </AriaComboBox>
  );
}

interface ComboBoxesProps extends Shown {
  values: readonly string[];
  /** Receives the input, where it searches the options. */
  onType?(text: string): void;
  onChange(values: string[]): void;
}

interface FindBoxProps extends Shown {
  text: string;
  onType(text: string): void;
  onFound(code: string): void;
}

/** Finds one of too many to list: `options` are the service's matches for the text. `onFound` receives the choice. */
export function FindBox({ label, hint, options, text, onType, onFound }: FindBoxProps) {
  return (
    <AriaComboBox
      className="field"
      allowsEmptyCollection
      allowsCustomValue
      menuTrigger="focus"
      defaultFilter={() => true}
      inputValue={text}
      onInputChange={onType}
      value={null}
      onChange={(key) => {
        if (key === null) return;
        onFound(String(key));
        onType('');
      }}
    >
      {({ isOpen }) => <Parts {...{ label, hint, isOpen, options }} keys={{ onKeyDown: keepDialog }} />}
    </AriaComboBox>
  );
}

/** Escape closes the list, and not the dialog around it. */
function keepDialog(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Escape' && event.currentTarget.ariaExpanded === 'true') event.stopPropagation();
}

/** Some of many: each that is chosen stands below the field, too, with a button that removes it. */
export function ComboBoxes({ label, hint, options, values, onType, onChange }: ComboBoxesProps) {
  const { t } = useIntl();
  const add = (value: string) => onChange([...values, value]);
  const { listed, events, onKeyDown } = useTyped(options, values, add);
  const names = new Map(options);
  return (
    <div className="stack tight">
      <AriaComboBox
        {...events}
        className="field"
        allowsEmptyCollection
        selectionMode="multiple"
        value={values}
        {...(onType ? { onInputChange: onType } : {})}
        onChange={(keys) => onChange(keys.map(String))}
      >
        {({ isOpen }) => (
          <Parts
            {...{ label, hint, isOpen }}
            options={listed}
            keys={{ onKeyDown, onKeyDownCapture: leaveByTab }}
          />
        )}
      </AriaComboBox>
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={label}>
          {values.map((each) => (
            <li key={each} className="flex items-center rounded-md bg-idle-soft ps-2.5">
              {names.get(each) ?? each}
              <Tooltip text={t('common.remove')}>
                <button
                  type="button"
                  className="button icon in-[fieldset:disabled]:hidden"
                  aria-label={`${t('common.remove')}: ${names.get(each) ?? each}`}
                  onClick={() => onChange(values.filter((other) => other !== each))}
                >
                  <X className="size-3.5" aria-hidden />
                </button>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Takes what is typed. React Aria takes only what is marked in the list, and forgets the text once the field is left.
 * `listed`: all options where the field has the focus, else those that are chosen: a page of 500 tax rates would hold 120,000.
 */
function useTyped(options: readonly Named[], chosen: readonly string[], take: (code: string) => void) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const [isFocused, setFocused] = useState(false);
  const unknown = chosen.filter((each) => !options.some(([code]) => code === each));
  const all = [...options, ...unknown.map((code): Named => [code, code])];

  function takeTyped(typed: string): void {
    const text = typed.trim();
    if (text === '') return;
    const found = all.filter((each) => contains(textOf(each), text));
    const exact = found.find((each) =>
      [...each, textOf(each)].some((part) => part.length === text.length && contains(part, text)),
    );
    const meant = exact ?? (found.length === 1 ? found[0] : undefined);
    if (meant && !chosen.includes(meant[0])) take(meant[0]);
  }

  return {
    listed: isFocused ? all : all.filter(([code]) => chosen.includes(code)),
    events: {
      onFocus: () => setFocused(true),
      onBlur: ({ target }: FocusEvent<Element>) => {
        setFocused(false);
        takeTyped((target as HTMLInputElement).value);
      },
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const { key, currentTarget: input } = event;
      const isMarked = input.hasAttribute('aria-activedescendant');
      if ((key === 'Enter' || key === 'Tab') && !isMarked) takeTyped(input.value);
      keepDialog(event);
    },
  };
}

/** Takes what is typed, and not what is marked: that has been chosen just now, and would be taken back. */
function leaveByTab(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Tab') event.stopPropagation();
}

interface PartsProps extends Shown {
  isOpen: boolean;
  keys: Pick<ComponentProps<typeof Input>, 'onKeyDown' | 'onKeyDownCapture'>;
}

function Parts({ label, hint, options, isOpen, keys }: PartsProps) {
  const { t } = useIntl();
  return (
    <>
      <Label>{label}</Label>
      <div className="relative">
        <Input autoComplete="off" {...keys} />
        <AriaButton className="absolute in-[fieldset:disabled]:hidden inset-e-1 top-1.5 grid size-7 cursor-pointer place-items-center rounded-md text-quiet hover:bg-idle-soft">
          <ChevronDown className="size-4" aria-hidden />
        </AriaButton>
      </div>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="hint bad-text" />
      {/* Given `isOpen`, it stays when the page is scrolled, as by the keyboard of a phone, which would forget what is typed. */}
      <Popover
        isOpen={isOpen}
        className="w-(--trigger-width) min-w-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-xl"
      >
        {/* What the mouse happens to be over isn't taken by the key that leaves the field. */}
        <ListBox
          className="outline-none"
          shouldFocusOnHover={false}
          renderEmptyState={() => <p className="px-2.5 py-1 text-quiet">{t('palette.nothing')}</p>}
        >
          {options.map((each) => (
            <ListBoxItem
              key={each[0]}
              id={each[0]}
              textValue={textOf(each)}
              className="flex min-h-8 cursor-pointer items-center justify-between gap-2 rounded-md px-2.5 py-1 outline-none hover:bg-idle-soft data-focused:bg-idle-soft data-selected:font-semibold"
            >
              {({ isSelected }) => (
                <>
                  {textOf(each)}
                  {isSelected && <Check className="size-4 shrink-0" aria-hidden />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </>
  );
}

const textOf = ([code, name]: Named) => (isCode(code) && code !== name ? `${name} (${code})` : name);

/** People know those of countries and currencies, and no ids. */
const isCode = (text: string) => /^[A-Z]{2,3}$/.test(text);
