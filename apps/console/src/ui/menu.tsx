import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';

interface MenuAction {
  text: string;
  icon: LucideIcon;
  onAction(): void;
}

/** One of some, which is marked. */
export interface MenuChoice {
  title: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChoose(value: string): void;
}

interface MenuProps {
  /** The purpose of the button; its content is read after it. */
  label: string;
  /** The content of the button. */
  children: ReactNode;
  choices: readonly MenuChoice[];
  actions: readonly MenuAction[];
}

const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 outline-none data-focused:bg-idle-soft';

/** A button that opens a list of choices and actions. */
export function Menu({ label, children, choices, actions }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton className="flex min-h-9 w-full min-w-0 cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1 text-start hover:bg-idle-soft">
        <span className="sr-only">{label}:</span>
        {children}
      </AriaButton>
      <Popover className="min-w-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-xl">
        <AriaMenu className="outline-none">
          {choices.map(({ title, value, options, onChoose }) => (
            <MenuSection
              key={title}
              selectionMode="single"
              selectedKeys={[value]}
              onSelectionChange={([key]: Iterable<unknown> | 'all') => key && onChoose(String(key))}
              className="border-b border-line pb-1"
            >
              <Header className="px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">{title}</Header>
              {options.map(([key, text]) => (
                <MenuItem key={key} id={key} textValue={text} className={ITEM}>
                  {({ isSelected }) => (
                    <>
                      <Check className={`size-4 ${isSelected ? '' : 'invisible'}`} aria-hidden />
                      {text}
                    </>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
          {actions.map(({ text, icon: Icon, onAction }) => (
            <MenuItem
              key={text}
              id={text}
              textValue={text}
              onAction={onAction}
              className={`${ITEM} first-of-type:mt-1`}
            >
              <Icon className="size-4 shrink-0 text-quiet" aria-hidden />
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
