import { SHOPPER_MAILS, type ShopperMail } from '@service/contract';
import { type ComposeInput, composeMail } from './compose.ts';
import { findUnknownPlaceholder, TemplateError } from './render-template.ts';
import type { MailText } from './templates.ts';

export interface TextProblem {
  part: keyof MailText;
  line: number;
  reason: string;
}

/** The placeholders of a kind. */
export function placeholdersOf(kind: ShopperMail): string[] {
  return ['store_name', ...SHOPPER_MAILS[kind].placeholders];
}

/** Finds the mistake in a text: it is parsed, and rendered for each of these mails. */
export async function findTextProblem(
  text: MailText,
  mails: readonly Omit<ComposeInput, 'text'>[],
): Promise<TextProblem | undefined> {
  const known = placeholdersOf(mails[0]?.kind as ShopperMail);
  for (const part of ['subject', 'body'] as const) {
    const problem = await problemOf(async () => {
      const unknown = await findUnknownPlaceholder(text[part], known);
      if (unknown) throw new TemplateError(`unknown placeholder: ${unknown.name}`, unknown.line);
      for (const mail of mails)
        await composeMail({ ...mail, text: { subject: 'x', body: 'x', [part]: text[part] } });
    });
    if (problem) return { part, line: problem.line, reason: problem.message };
  }
  return undefined;
}

async function problemOf(work: () => Promise<void>): Promise<TemplateError | undefined> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  return undefined;
}
