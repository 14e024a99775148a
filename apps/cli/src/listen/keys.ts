import { spawn } from 'node:child_process';
import { emitKeypressEvents } from 'node:readline';

interface Key {
  name?: string;
  ctrl?: boolean;
}

/** Calls what a key stands for, while the terminal is ours. Returns what gives it back. */
export function listenToKeys(
  input: NodeJS.ReadStream,
  actions: Readonly<Record<string, () => void>>,
  stop: () => void,
): () => void {
  emitKeypressEvents(input);
  input.setRawMode(true);
  const onKey = (_text: string | undefined, { name = '', ctrl }: Key) => {
    // In raw mode the terminal sends no signal.
    if ((ctrl && name === 'c') || name === 'q') stop();
    else if (!ctrl) actions[name]?.();
  };
  input.on('keypress', onKey);
  input.resume();
  return () => {
    input.off('keypress', onKey);
    input.setRawMode(false);
    input.pause();
  };
}

/** Opens a page in the person's browser. Whether there is one isn't ours to know. */
export function openPage(url: string): void {
  const [command = '', ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[
    process.platform as string
  ] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
