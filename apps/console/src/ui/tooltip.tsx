import type { ComponentProps } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

interface TooltipProps {
  text: string;
  /** A button or a link that shows an icon; its name stands in `aria-label` all the same. */
  children: ComponentProps<typeof Focusable>['children'];
}

/** Shows the meaning of an icon to the pointer and to the keyboard. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        offset={6}
        className="max-w-72 rounded-md bg-text px-2.5 py-1 text-[0.82rem] wrap-anywhere text-ground shadow-lg"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
