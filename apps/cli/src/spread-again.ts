/** A hint about a database that was restored on Citus: its rows are on one node. Otherwise an empty text. */
export async function spreadAgain(databaseUrl: string): Promise<string> {
  const { hasCitus } = await import('@service/db');
  return (await hasCitus(databaseUrl)) ? ' All rows lie on one node: run `commerce distribute`.' : '';
}
