// `npm run setup`: everything an editor needs, and nothing is started.
import { generate, install, runMain } from './bootstrap.mjs';

await runMain(async () => {
  await install();
  await generate();
  console.log('  ✓ Ready');
  return 0;
});
