import { useData } from 'vitepress';
import { computed, defineComponent, h, onMounted, reactive, ref, type VNode, watch } from 'vue';
import type { Trial, TrialParameter } from '../pages/trial.ts';
import { type Outcome, send } from './send.ts';

const CREDENTIALS: Readonly<Record<string, string>> = {
  token: 'Access token or API key',
  setupToken: 'Setup token',
  session: 'Session token of a customer',
  publishableKey: 'Publishable key',
};

/** Sends the operation of the page to the service that the page comes from. Credentials stay in this tab. */
export const TryIt = defineComponent(() => {
  const { frontmatter, page } = useData();
  const trial = computed<Trial>(() => frontmatter.value.trial);
  const values = reactive<Record<string, string>>({});
  const credential = ref('');
  const body = ref('');
  const file = ref<File>();
  const outcome = ref<Outcome>();
  const busy = ref(false);
  const kept = computed(() => `docs:${trial.value.credential?.name}`);

  function reset(): void {
    for (const name of Object.keys(values)) delete values[name];
    body.value = trial.value.body?.example ?? '';
    file.value = undefined;
    outcome.value = undefined;
    credential.value = sessionStorage.getItem(kept.value) ?? '';
  }
  onMounted(reset);
  watch(() => page.value.relativePath, reset);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    sessionStorage.setItem(kept.value, credential.value);
    busy.value = true;
    outcome.value = await send(trial.value, {
      values,
      credential: credential.value,
      body: file.value ?? body.value,
    });
    busy.value = false;
  }

  const input = (name: string, attributes: object, change: (value: string) => void) =>
    h('label', [
      h('span', name),
      h('input', {
        ...attributes,
        spellcheck: 'false',
        autocomplete: 'off',
        onInput: ({ target }: Event) => change((target as HTMLInputElement).value),
      }),
    ]);

  function parameterField({ name, required, values: choices }: TrialParameter): VNode {
    const change = (value: string) => {
      values[name] = value;
    };
    if (!choices) return input(name, { required, value: values[name] ?? '' }, change);
    const onChange = ({ target }: Event) => change((target as HTMLSelectElement).value);
    return h('label', [
      h('span', name),
      h('select', { required, value: values[name] ?? '', onChange }, [
        h('option', { value: '' }, '–'),
        ...choices.map((value) => h('option', { value }, value)),
      ]),
    ]);
  }

  function credentialField(): VNode[] {
    const { name } = trial.value.credential ?? {};
    if (!name) return [];
    const change = (value: string) => {
      credential.value = value;
    };
    const isSecret = name !== 'publishableKey';
    return [
      input(
        CREDENTIALS[name] ?? name,
        { type: isSecret ? 'password' : 'text', value: credential.value, required: name !== 'token' },
        change,
      ),
      ...(name === 'token'
        ? [h('p', 'Empty: the session of the console is used, if you are signed in there.')]
        : []),
    ];
  }

  function bodyField(): VNode[] {
    const { kind, type } = trial.value.body ?? {};
    if (kind === 'file') {
      const onChange = ({ target }: Event) => {
        file.value = (target as HTMLInputElement).files?.[0];
      };
      return [h('label', [h('span', 'File'), h('input', { type: 'file', required: true, onChange })])];
    }
    if (kind !== 'text') return [];
    return [
      h('label', [
        h('span', `Body (${type})`),
        h('textarea', {
          rows: Math.min(14, body.value.split('\n').length + 1),
          spellcheck: 'false',
          value: body.value,
          onInput: ({ target }: Event) => {
            body.value = (target as HTMLTextAreaElement).value;
          },
        }),
      ]),
    ];
  }

  function response(): VNode[] {
    const { status, text, isError } = outcome.value ?? {};
    if (status === undefined) return [];
    return [
      h('div', { class: 'response', 'aria-live': 'polite' }, [
        h('strong', { class: isError ? 'bad' : 'good' }, status),
        ...(text ? [h('pre', { tabindex: 0 }, h('code', text))] : []),
      ]),
    ];
  }

  return () => {
    const { method, parameters } = trial.value;
    const needed = parameters.filter(({ required }) => required);
    const others = parameters.filter(({ required }) => !required);
    return h('details', { class: 'try-it' }, [
      h('summary', 'Try it'),
      h('form', { onSubmit: submit }, [
        ...credentialField(),
        ...needed.map(parameterField),
        ...(others.length > 0
          ? [
              h('details', [
                h('summary', 'Optional'),
                h('div', { class: 'fields' }, others.map(parameterField)),
              ]),
            ]
          : []),
        ...bodyField(),
        h('div', { class: 'send' }, [
          h('button', { disabled: busy.value }, busy.value ? 'Sending…' : `Send ${method}`),
          h('span', method === 'GET' ? 'It only reads.' : 'It is executed on this service.'),
        ]),
      ]),
      ...response(),
    ]);
  };
});
