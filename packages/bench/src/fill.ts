// Fills a store: `npm run bench fill [scale] [scale of orders]`, 1 for a million products and ten million orders. The data stays in
// `.data/bench`, where `npm run bench growth` finds it.
import pg from 'pg';
import { fillStore } from './growth/fill-store.ts';
import { benchDatabase } from './shared/bench-database.ts';

const url = await benchDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
await fillStore(client, Number(process.argv[2] ?? 1), Number(process.argv[3] ?? process.argv[2] ?? 1));
await client.end();
