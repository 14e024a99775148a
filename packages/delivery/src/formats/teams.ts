import type { ChatMessage } from './chat-message.ts';
import { fit } from './fit.ts';

/** A message has at most 28 kB; these and the number of facts keep it far below, whatever the script. */
const [MAX_TITLE, MAX_VALUE] = [200, 500];

/**
 * A message for a workflow of Microsoft Teams that is started by a webhook request: an Adaptive Card. Text is in `TextRun`s,
 * which interpret neither Markdown nor links; a mention would need an entity that names a person, and there is none.
 */
export function teamsMessage({ title, facts, link, footer }: ChatMessage): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      line([{ text: fit(title, MAX_TITLE, splitBraces), size: 'Large', weight: 'Bolder' }]),
      ...facts.map(({ label, value }) =>
        line([{ text: `${label}: `, weight: 'Bolder' }, { text: fit(value, MAX_VALUE, splitBraces) }]),
      ),
      line([{ text: footer, size: 'Small', isSubtle: true }]),
    ],
    ...(link ? { actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }] } : {}),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

function line(runs: readonly object[]) {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) };
}

/** Teams replaces `{{DATE(…)}}` and `${…}` with values of its own. */
function splitBraces(character: string): string {
  return character === '{' ? '{\u200b' : character;
}
