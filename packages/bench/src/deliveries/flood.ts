// Records events of one store in a process of its own, so that the bench can look at the others meanwhile.
import { openShop } from './shop.ts';

const { BENCH_TENANT = '', BENCH_COUNT = '0' } = process.env;
const shop = await openShop();
await shop.flood(BENCH_TENANT, Number(BENCH_COUNT));
await shop.close();
process.disconnect();
