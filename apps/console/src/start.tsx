import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api.ts';
import { followFocus } from './focus.ts';
import { IntlProvider } from './i18n/index.tsx';
import './theme.ts';
import { Toasts } from './ui/toast.tsx';
import './ui/theme.css';

/**
 * If its page is open already, a link with a token only changes the part after the `#`, so the page is loaded again, as in a new
 * tab.
 */
addEventListener('hashchange', () => {
  if (/^#(?:token|link)=/.test(location.hash)) location.reload();
});

/** The common part of the two entries of the build. */
export function start(router: AnyRouter): void {
  const root = document.getElementById('root');
  if (!root) return;
  followFocus(router);
  createRoot(root).render(
    <StrictMode>
      <IntlProvider>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </IntlProvider>
    </StrictMode>,
  );
}
