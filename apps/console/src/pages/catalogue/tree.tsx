import { ChevronRight } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { CATALOGUE_TEXTS } from '../../i18n/catalogue.ts';
import { useIntl } from '../../i18n/index.tsx';
import {
  type Category,
  holds,
  type Place,
  placeAt,
  placeByKey,
  type Row,
  rowsOf,
  type Side,
} from './category-tree.ts';

interface TreeProps {
  roots: readonly Category[];
  selectedId: string | undefined;
  mayMove: boolean;
  onSelect(id: string): void;
  onMove(category: Category, place: Place): void;
}

/** A tree for mouse and keyboard (WAI-ARIA's pattern); Alt and an arrow key do the same as dragging. */
export function Tree({ roots, selectedId, mayMove, onSelect, onMove }: TreeProps) {
  const { t } = useIntl(CATALOGUE_TEXTS);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocusedId] = useState<string>();
  const [draggedId, setDraggedId] = useState<string>();
  const [target, setTarget] = useState<{ id: string; side: Side }>();
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const rows = rowsOf(roots, collapsed);
  const current = rows.find(({ category }) => category.id === (focusedId ?? selectedId)) ?? rows[0];

  // A moved category is another element, so the focus has to move with it.
  useEffect(() => {
    if (hasFocus.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [roots, focusedId]);

  const dragged = rows.find(({ category }) => category.id === draggedId)?.category;
  const toggle = (id: string, isOpen: boolean) =>
    setCollapsed((all) => new Set(isOpen ? [...all].filter((each) => each !== id) : [...all, id]));

  function onKeyDown(event: KeyboardEvent, row: Row) {
    const { category, parent } = row;
    const at = rows.indexOf(row);
    const isOpen = category.children.length > 0 && !collapsed.has(category.id);
    const focus = (next: Row | undefined) => next && setFocusedId(next.category.id);
    if (event.altKey && event.key.startsWith('Arrow')) {
      const place = mayMove ? placeByKey(rows, row, event.key) : undefined;
      if (place) {
        if (place.parentId) toggle(place.parentId, true);
        setFocusedId(category.id);
        onMove(category, place);
      }
    } else if (event.key === 'ArrowDown') focus(rows[at + 1]);
    else if (event.key === 'ArrowUp') focus(rows[at - 1]);
    else if (event.key === 'Home') focus(rows[0]);
    else if (event.key === 'End') focus(rows.at(-1));
    else if (event.key === 'ArrowRight' && isOpen) focus(rows[at + 1]);
    else if (event.key === 'ArrowRight') toggle(category.id, true);
    else if (event.key === 'ArrowLeft' && isOpen) toggle(category.id, false);
    else if (event.key === 'ArrowLeft') focus(rows.find((each) => each.category.id === parent?.id));
    else if (event.key === 'Enter' || event.key === ' ') onSelect(category.id);
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent<HTMLElement>, { category }: Row) {
    setFocusedId(category.id);
    if (event.target instanceof Element && event.target.closest('.expander'))
      toggle(category.id, collapsed.has(category.id));
    else onSelect(category.id);
  }

  function onDragOver(event: DragEvent<HTMLElement>, { category }: Row) {
    if (!dragged || holds(dragged, category.id)) return setTarget(undefined);
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - top) / height;
    setTarget({ id: category.id, side: part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside' });
  }

  function onDrop(event: DragEvent, row: Row) {
    event.preventDefault();
    if (dragged && target) {
      if (target.side === 'inside') toggle(row.category.id, true);
      onMove(dragged, placeAt(dragged, row, target.side));
    }
    setDraggedId(undefined);
    setTarget(undefined);
  }

  return (
    <div
      ref={box}
      role="tree"
      aria-label={t('categories.tree')}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {rows.map((row) => {
        const { category, level, siblings, index } = row;
        const hasChildren = category.children.length > 0;
        const side = target?.id === category.id ? target.side : undefined;
        return (
          <div
            key={category.id}
            role="treeitem"
            tabIndex={row === current ? 0 : -1}
            aria-level={level}
            aria-setsize={siblings.length}
            aria-posinset={index + 1}
            aria-selected={category.id === selectedId}
            {...(hasChildren ? { 'aria-expanded': !collapsed.has(category.id) } : {})}
            className={`tree-row${side ? ` drop-${side}` : ''}`}
            style={{ paddingInlineStart: (Math.min(level, 8) - 1) * 20 }}
            draggable={mayMove}
            onKeyDown={(event) => onKeyDown(event, row)}
            onClick={(event) => onClick(event, row)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', category.name);
              setDraggedId(category.id);
            }}
            onDragEnd={() => {
              setDraggedId(undefined);
              setTarget(undefined);
            }}
            onDragOver={(event) => onDragOver(event, row)}
            onDrop={(event) => onDrop(event, row)}
          >
            <span className="expander" aria-hidden>
              {hasChildren && <ChevronRight size={16} />}
            </span>
            <span className="wrap">{category.name}</span>
          </div>
        );
      })}
    </div>
  );
}
