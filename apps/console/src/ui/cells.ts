import type { ClipboardEvent, KeyboardEvent } from 'react';

/** The cells of a pasted spreadsheet, line by line; undefined: the text is a single cell, which the field handles itself. */
export function pastedCells({ clipboardData }: ClipboardEvent): string[][] | undefined {
  const text = clipboardData.getData('text/plain').replace(/\r?\n$/, '');
  if (!/[\t\n]/.test(text)) return undefined;
  return text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
}

/** Enter and the arrow keys move the focus to the field above or below in the same column of the table. */
export function moveByKey(event: KeyboardEvent<HTMLInputElement>): void {
  const isUp = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey);
  const isDown = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey);
  if (!isUp && !isDown) return;
  event.preventDefault();
  const cell = event.currentTarget.closest('td');
  const row = cell?.closest('tr');
  const next = isUp ? row?.previousElementSibling : row?.nextElementSibling;
  next?.children[cell?.cellIndex ?? 0]?.querySelector('input')?.focus();
}
