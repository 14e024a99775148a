import { type DefaultTheme, defineConfig } from 'vitepress';
import { chapters, document } from './pages/document.ts';
import { GUIDE_GROUPS } from './pages/guides.ts';
import { isLeftOut } from './pages/left-out.ts';
import { SAMPLE } from './pages/sample-grammar.ts';
import { anchorOf, searchedText } from './pages/search.ts';

const REFERENCE = [
  { text: 'API reference', link: '/reference/' },
  { text: 'Events', link: '/events/' },
  { text: 'Objects', link: '/objects/' },
];

/** Each chapter has a list of its own, with the others closed: 400 links on each of 400 pages would be most of the site. */
const chapterLists = Object.fromEntries(
  chapters.map((chapter) => [`/reference/${chapter.slug}/`, referenceList(chapters.map(entryIn(chapter)))]),
);

function entryIn(shown: (typeof chapters)[number]) {
  return (chapter: (typeof chapters)[number]): DefaultTheme.SidebarItem => {
    const base = `/reference/${chapter.slug}/`;
    if (chapter !== shown) return { text: chapter.name, link: base };
    const items = chapter.operations.map(({ operationId, summary }) => ({
      text: summary,
      link: base + operationId,
    }));
    return { text: chapter.name, link: base, items };
  };
}

function referenceList(items: DefaultTheme.SidebarItem[]): DefaultTheme.SidebarItem[] {
  return [{ items: REFERENCE }, { items }];
}

const listOf = (folder: string, names: readonly string[]) =>
  referenceList(names.map((name) => ({ text: name, link: `/${folder}/${name}` })));

export default defineConfig({
  title: 'Commerce Service',
  description: 'A self-hosted, multi-tenant online-store backend whose webhooks can be trusted',
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  ignoreDeadLinks: [isLeftOut],
  // It would put a style into the page, which the page's policy refuses.
  appearance: { disableTransition: false },
  // The page's policy takes no script that changes with the pages.
  metaChunk: true,
  // More pages at once take memory, and no less time.
  buildConcurrency: 8,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    languages: [SAMPLE],
    languageAlias: { conf: 'ini' },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Sell', link: '/quick-start', activeMatch: '^/quick-start' },
      { text: 'Receive webhooks', link: '/webhooks', activeMatch: '^/webhooks' },
      { text: 'Run it', link: '/operating', activeMatch: '^/operating' },
      { text: 'API reference', link: '/reference/', activeMatch: '^/(reference|events|objects)/' },
    ],
    sidebar: {
      ...chapterLists,
      '/reference/': referenceList(
        chapters.map(({ slug, name }) => ({ text: name, link: `/reference/${slug}/` })),
      ),
      '/events/': listOf('events', Object.keys(document.webhooks)),
      '/objects/': listOf('objects', Object.keys(document.components.schemas)),
      '/': GUIDE_GROUPS.map(([text, guides]) => ({
        text,
        items: guides.map(({ slug, title }) => ({ text: title, link: `/${slug}` })),
      })),
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { _render: (text, env, md) => md.render(searchedText(text), env) },
    },
  },
});
