export interface OpenedOnce<T> {
  /** Opens it, or returns what is open already, or is being opened. */
  open(): Promise<T>;
  /**
   * Returns the opened resource, once it is open; undefined if it was never opened, so that there is nothing to close. Never
   * rejects.
   */
  opened(): Promise<T | undefined>;
}

/** Opens a resource once, at its first use. After a failure the next use tries again. */
export function openOnce<T>(open: () => Promise<T>): OpenedOnce<T> {
  let opening: Promise<T> | undefined;

  async function tryToOpen(): Promise<T> {
    try {
      return await open();
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  return {
    open() {
      opening ??= tryToOpen();
      return opening;
    },
    opened: async () => opening?.catch(() => undefined),
  };
}
