// Subscribers' names are resolved in Node's thread pool, one thread each, every attempt anew. Its usual four threads
// would let four names whose servers don't answer hold up everybody's deliveries. Node reads the size when the pool is
// first used, and loading an ES module uses it: so this file is CommonJS and does nothing else first.
process.env.UV_THREADPOOL_SIZE ??= '64';

void import('./main.ts');
