import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h, type VNode } from 'vue';
import { keepLanguage } from './language.ts';
import './style.css';
import { TryIt } from './try-it.ts';

/** VitePress's own theme, with a form to send each operation, and a link to each page as Markdown. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': markdownLink }),
  enhanceApp({ app }: { app: { component(name: string, component: object): void } }) {
    app.component('TryIt', TryIt);
  },
  setup: keepLanguage,
};

function markdownLink(): VNode {
  const { page, site } = useData();
  const href = `${site.value.base}${page.value.relativePath}`;
  return h('p', { class: 'as-markdown' }, h('a', { href, target: '_self' }, 'This page as Markdown'));
}
