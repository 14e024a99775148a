/** A line of the file by the names of its columns in lower case, in which programs differ from version to version. */
export type Line = Readonly<Record<string, string>>;

/** A row of ours, still to be checked, and why it isn't taken, if that is known already. */
export interface ForeignRow {
  row: Record<string, unknown>;
  refused?: string;
}

/** Reads the export of another shop program, whose lines are one by one no rows of ours. */
export type ForeignReader = (lines: AsyncIterable<Line>) => AsyncGenerator<ForeignRow>;

/** What the first of these columns says that says something. */
export function cell(line: Line, ...columns: string[]): string | undefined {
  for (const column of columns) if (line[column]) return line[column];
  return undefined;
}

/** Read as true are `TRUE`, `yes` and `1`, as programs write them. */
export function isYes(text: string | undefined): boolean {
  return /^(true|yes|1)$/i.test(text ?? '');
}

/** Members of the merchant's own, without those that the file doesn't say. */
export function fieldsOf(members: Record<string, string | undefined>): Record<string, string> | undefined {
  const said = Object.entries(members).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}
