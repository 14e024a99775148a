/** What is to be said of a database that was restored where Citus is: its rows lie on one node. Else nothing. */
export async function spreadAgain(databaseUrl: string): Promise<string> {
  const { hasCitus } = await import('@service/db');
  return (await hasCitus(databaseUrl)) ? ' All rows lie on one node: run `commerce distribute`.' : '';
}
