import { spawn } from 'node:child_process';
import { emitKeypressEvents } from 'node:readline';
import type { Readable } from 'node:stream';

interface Key {
  name?: string;
  ctrl?: boolean;
}

/** Calls the action of a pressed key, while the terminal is in raw mode. Returns a function that restores the terminal. */
export function listenToKeys(
  input: Readable & { setRawMode?(isRaw: boolean): void },
  actions: Readonly<Record<string, () => void>>,
  stop: () => void,
): () => void {
  emitKeypressEvents(input);
  input.setRawMode?.(true);
  const onKey = (_text: string | undefined, { name = '', ctrl }: Key) => {
    // In raw mode the terminal sends no signal.
    if ((ctrl && name === 'c') || name === 'q') stop();
    else if (!ctrl) actions[name]?.();
  };
  input.on('keypress', onKey);
  input.resume();
  return () => {
    input.off('keypress', onKey);
    input.setRawMode?.(false);
    input.pause();
  };
}

/** Opens a page in the user's browser. Whether there is one can't be known. */
export function openPage(url: string, env: NodeJS.ProcessEnv): void {
  const [command = '', ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[
    process.platform as string
  ] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { env, stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
