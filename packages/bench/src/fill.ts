// Fills a store: `npm run bench fill [scale] [scale of orders]`, 1 for a million products and ten million orders. The data stays in
// `.data/bench`, where `npm run bench growth` finds it.
import { migrate } from '@service/db';
import pg from 'pg';
import { fillStore } from './growth/fill-store.ts';

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('BENCH_DATABASE_URL is not set; run this with `npm run bench fill`');
await migrate(url);
const client = new pg.Client({ connectionString: url });
await client.connect();
await fillStore(client, Number(process.argv[2] ?? 1), Number(process.argv[3] ?? process.argv[2] ?? 1));
await client.end();
