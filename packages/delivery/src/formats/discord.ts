import type { ChatMessage } from './chat-message.ts';
import { fit } from './fit.ts';

/** An embed has at most 256 characters in its title, 25 fields of 1024, and 6000 in all. */
const [MAX_TITLE, MAX_VALUE] = [256, 400];

/** A message of a Discord webhook: one embed. No text in it can mention a user or a role. */
export function discordMessage({ title, facts, link, footer }: ChatMessage): object {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: fit(title, MAX_TITLE, escapeMarkdown),
        ...(link ? { url: link.url } : {}),
        fields: facts.map(({ label, value }) => ({
          name: label,
          value: fit(value, MAX_VALUE, escapeMarkdown),
          inline: true,
        })),
        footer: { text: footer },
      },
    ],
  };
}

/** The characters that Markdown, mentions and links begin with. */
function escapeMarkdown(character: string): string {
  return /[\\*_~`|>#[\]()<@:.-]/.test(character) ? `\\${character}` : character;
}
