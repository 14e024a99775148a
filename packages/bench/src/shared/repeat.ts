/** Calls a function `count` times, with its index, `atOnce` of them side by side. */
export async function repeat(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const loop = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}
