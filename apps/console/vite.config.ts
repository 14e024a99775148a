import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { readReceivers } from './receivers.ts';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  define: { RECEIVERS: JSON.stringify(readReceivers()) },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // Styles and pictures stay files: the page's policy takes none that stand in it.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rollupOptions: {
      input: { console: 'index.html', portal: 'portal.html', embed: 'src/portal/embed.ts' },
      // Others write its name into their pages.
      output: { entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: { proxy: { '/admin': 'http://localhost:3000', '/console/session': 'http://localhost:3000' } },
});
