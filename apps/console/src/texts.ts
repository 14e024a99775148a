/** Reads the texts with these names from a query string, and drops others. */
export function texts<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Each in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]])),
    ) as { [Each in Name]?: string };
}
