import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api.ts';
import { IntlProvider } from './i18n/index.tsx';
import { router } from './router.tsx';
import './theme.ts';
import './ui/styles.css';
import './ui/shop.css';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <IntlProvider>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </IntlProvider>
    </StrictMode>,
  );
