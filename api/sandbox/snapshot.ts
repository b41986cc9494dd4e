import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { World, WorldState } from './world.ts';

const PAUSE_MS = 100;
/**
 * A write may take this share of the time at most: a huge state is written less often instead of stalling publishing.
 */
const WRITE_SHARE = 0.05;
const LONGEST_PAUSE_MS = 30_000;

/** Keeps the world in one JSON file, so that a restarted product still finds the same Facebook. */
export function keepSnapshot(world: World, path: string) {
  let timer: NodeJS.Timeout | null = null;
  let pauseMs = PAUSE_MS;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const started = performance.now();
    const text = JSON.stringify(world.exportState());
    const spent = performance.now() - started;
    pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, spent / WRITE_SHARE));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, text, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  function save(): Promise<void> {
    writing = writing.then(write).catch((error: unknown) => {
      console.error('Sandbox: the snapshot could not be written.', error);
    });
    return writing;
  }

  world.onChange(() => {
    timer ??= setTimeout(() => {
      timer = null;
      void save();
    }, pauseMs);
  });

  return {
    /** Reads the file if there is one. A file of another format is left aside and the seed stays. */
    async restore(): Promise<void> {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) return;
      try {
        const state = JSON.parse(text) as WorldState;
        if (state.format === 1) world.importState(state);
      } catch {
        console.error(`Sandbox: ${path} is not readable JSON; starting from the seed.`);
      }
    },
    async stop(): Promise<void> {
      if (timer) clearTimeout(timer);
      timer = null;
      await save();
    },
  };
}
