import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { readReceivers } from './receivers.ts';

export default defineConfig({
  base: '/console/',
  // Of React Aria's own texts only those in the languages of the console.
  plugins: [react(), tailwind(), optimizeLocales.vite({ locales: ['en-US', 'de-DE'] })],
  define: { RECEIVERS: JSON.stringify(readReceivers()) },
  // The sources of our own packages, by name: React Aria's, which its condition `source` means, aren't published.
  resolve: {
    alias: Object.fromEntries(
      ['client-js', 'theme-sdk'].map((name) => [
        `@service/${name}`,
        fileURLToPath(new URL(`../../packages/${name}/src/index.ts`, import.meta.url)),
      ]),
    ),
  },
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
