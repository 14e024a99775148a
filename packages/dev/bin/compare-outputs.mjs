/** Not the 50 of p50, nor what is part of a word. */
const NUMBER = /(?<![\w.,])\d[\d,]*(?:\.\d+)?/g;

/**
 * Finds the lines that both sides print with other numbers, and shows the medians of each number with its ratio.
 * @param {{ here: string[], there: string[] }} outputs of each round
 * @param {string} ref what the other side is called
 */
export function compareOutputs({ here, there }, ref) {
  const [ours, theirs] = [here, there].map(medians);
  const width = Math.max('here'.length, 'ratio'.length, ref.length);
  const blocks = [...ours].flatMap(([text, values]) => {
    const others = theirs.get(text);
    if (!others || values.every((value, at) => value === others[at])) return [];
    const lines = [
      ['here', fill(text, values)],
      [ref, fill(text, others)],
      ['ratio', fill(text, values, others)],
    ];
    return [lines.map(([name, line]) => `  ${name.padEnd(width)}  ${line}`).join('\n')];
  });
  return blocks.join('\n\n') || '  No line of both has numbers that differ.';
}

/** By line, its numbers as #: the median of each number over all rounds. */
function medians(outputs) {
  const seen = new Map();
  for (const line of outputs.flatMap((output) => output.split('\n'))) {
    const values = (line.match(NUMBER) ?? []).map((text) => Number(text.replaceAll(',', '')));
    if (values.length === 0) continue;
    const text = line.replace(NUMBER, '#').replace(/\s+/g, ' ').trim();
    seen.set(text, [...(seen.get(text) ?? []), values]);
  }
  return new Map(
    [...seen].map(([text, rows]) => [text, rows[0].map((_, at) => median(rows.map((row) => row[at])))]),
  );
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The line with its numbers; beside others with the ratios, where the two differ. */
function fill(text, values, others = values) {
  let at = -1;
  return text.replace(/#/g, () => {
    at += 1;
    if (values[at] === others[at]) return String(Number(values[at].toFixed(3)));
    return others[at] === 0 ? '–' : `×${(values[at] / others[at]).toFixed(2)}`;
  });
}
