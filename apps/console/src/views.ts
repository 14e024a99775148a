import { useState } from 'react';
import { keep, readKept } from './kept.ts';
import { useMe } from './session.tsx';

/** A list as an operator wants to see it again. */
export interface View {
  name: string;
  search: Record<string, string>;
}

/** The views of one list of one store, as this browser keeps them. */
export function useViews(pathname: string): [views: readonly View[], set: (views: readonly View[]) => void] {
  const key = `commerce-views ${useMe().tenantId} ${pathname}`;
  const [views, setViews] = useState<readonly View[]>(() => readViews(key));
  return [
    views,
    (next) => {
      keep(key, JSON.stringify(next));
      setViews(next);
    },
  ];
}

function readViews(key: string): View[] {
  try {
    return JSON.parse(readKept(key) ?? '[]') as View[];
  } catch {
    return [];
  }
}
