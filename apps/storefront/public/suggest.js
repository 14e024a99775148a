// Suggests products while a visitor types into the search: a combobox with a listbox (WAI-ARIA Authoring Practices). Without this
// script the form searches as it is.

const DELAY_MS = 150;
const MIN_LETTERS = 2;

const input = document.querySelector('.search input');
const list = document.querySelector('.suggestions');

let timer;
let request = new AbortController();
let active = -1;

function show(markup) {
  list.innerHTML = markup;
  list.hidden = list.children.length === 0;
  input.setAttribute('aria-expanded', String(!list.hidden));
  activate(-1);
}

function close() {
  clearTimeout(timer);
  request.abort();
  show('');
}

/** Moves through the suggestions and back to what was typed, which is -1. */
function activate(index) {
  const options = [...list.children];
  active = index < -1 ? options.length - 1 : index >= options.length ? -1 : index;
  for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === active));
  options[active]?.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', options[active]?.id ?? '');
}

async function suggest() {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  const q = input.value.trim();
  if (q.length < MIN_LETTERS) return show('');
  try {
    const response = await fetch(`${input.dataset.suggestions}?${new URLSearchParams({ q })}`, { signal });
    const markup = response.ok ? await response.text() : '';
    if (!signal.aborted) show(markup);
  } catch {
    // Another letter was typed, or the shop is away: the form still searches.
    if (!signal.aborted) show('');
  }
}

const KEYS = {
  ArrowDown: () => activate(active + 1),
  ArrowUp: () => activate(active - 1),
  Escape: close,
  Enter: () => list.children[active]?.click(),
};

input.setAttribute('role', 'combobox');
input.setAttribute('aria-autocomplete', 'list');
input.setAttribute('aria-controls', list.id);
show('');

input.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(suggest, DELAY_MS);
});
input.addEventListener('keydown', (event) => {
  if (list.hidden || !(event.key in KEYS) || (event.key === 'Enter' && active === -1)) return;
  event.preventDefault();
  KEYS[event.key]();
});
input.addEventListener('blur', close);
// A click on a suggestion leaves the focus where it is, or the list would be gone before it counts.
list.addEventListener('mousedown', (event) => event.preventDefault());
list.addEventListener('click', (event) => {
  const option = event.target.closest('[role=option]');
  if (option) location.assign(option.dataset.href);
});
