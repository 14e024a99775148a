import { useRoute } from 'vitepress';
import { nextTick, onMounted, watch } from 'vue';

const KEY = 'docs:language';

/** A reader who has chosen a language of the samples finds it chosen on the next page. */
export function keepLanguage(): void {
  const route = useRoute();
  onMounted(() => {
    document.addEventListener('change', ({ target }) => {
      const label = target instanceof HTMLInputElement ? labelOf(target) : undefined;
      if (label) localStorage.setItem(KEY, label.textContent ?? '');
    });
    watch(() => route.path, choose, { immediate: true });
  });
}

const labelOf = (input: HTMLInputElement) =>
  input.closest('.vp-code-group') ? input.labels?.item(0) : undefined;

async function choose(): Promise<void> {
  const language = localStorage.getItem(KEY);
  if (!language) return;
  await nextTick();
  for (const label of document.querySelectorAll<HTMLElement>('.vp-code-group .tabs label'))
    if (label.textContent === language) label.click();
}
