import type { ChatMessage } from './chat-message.ts';
import { fit } from './fit.ts';

/** https://docs.slack.dev/reference/block-kit/blocks: of a header, of a text that is a field, and of the text beside blocks. */
const [MAX_HEADER, MAX_FIELD, MAX_TEXT] = [150, 500, 300];
/** Fields of one section: a label and a value for each fact. */
const MAX_FIELDS = 10;

/**
 * A message of an incoming webhook, as Block Kit. Typed text is `plain_text`, which knows no formatting, and escaped all the same,
 * because Slack reads `<!channel>`, `<@U1>` and `<https://…>` in any text object.
 */
export function slackMessage({ title, facts, link, footer }: ChatMessage): object {
  const fields = facts.flatMap(({ label, value }) => [
    { type: 'mrkdwn', text: `*${label}*`, verbatim: true },
    { type: 'plain_text', text: fit(value, MAX_FIELD, escapeSlack), emoji: false },
  ]);
  const sections = Array.from({ length: Math.ceil(fields.length / MAX_FIELDS) }, (_, index) => ({
    type: 'section',
    fields: fields.slice(index * MAX_FIELDS, (index + 1) * MAX_FIELDS),
  }));
  const linked = link && {
    type: 'section',
    text: { type: 'mrkdwn', text: `<${escapeSlack(link.url)}|${link.text}>`, verbatim: true },
  };
  return {
    text: fit(title, MAX_TEXT, escapeSlack),
    // A button with a URL would need an app that answers to clicks.
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: fit(title, MAX_HEADER, escapeSlack), emoji: false },
      },
      ...sections,
      ...(linked ? [linked] : []),
      { type: 'context', elements: [{ type: 'plain_text', text: footer, emoji: false }] },
    ],
  };
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
