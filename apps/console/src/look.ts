import { createContext, useContext } from 'react';

/** The name, logo and colour of a store, for the pages that its operators and subscribers use. */
export interface Look {
  name: string;
  logo: string | null;
  accentColor: string | null;
  embedOrigins: string[];
}

const Context = createContext<Look | undefined>(undefined);

export const LookProvider = Context.Provider;

/** Undefined until it is known. */
export const useLook = (): Look | undefined => useContext(Context);

export async function fetchLook(store: string): Promise<Look> {
  const response = await fetch(`/portal/${store}/look.json`);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}
