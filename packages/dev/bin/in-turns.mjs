/**
 * Lets programs that run side by side write one after another: each taker's output is written live when all that were taken
 * before have ended, and is kept until then.
 * @param {(chunk: Buffer | string) => void} write
 */
export function inTurns(write) {
  let before = Promise.resolve();
  return function take() {
    let kept = [];
    let end;
    const turn = before.then(() => {
      for (const chunk of kept) write(chunk);
      kept = undefined;
    });
    before = Promise.all([
      turn,
      new Promise((resolve) => {
        end = resolve;
      }),
    ]);
    return { write: (chunk) => (kept ? kept.push(chunk) : write(chunk)), end };
  };
}
