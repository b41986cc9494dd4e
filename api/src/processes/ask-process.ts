import { fork } from 'node:child_process';
import { once } from 'node:events';

/** How a process ended. `said` is null where it ended without a word. */
export interface ProcessEnd<Said> {
  readonly said: Said | null;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Hears what a module has to say that runs as a process of its own, without our secrets: whatever a file does to it
 * ends there. It bounds itself by `stayModest`; `withinMs` is for one that cannot even do that.
 * @throws when the machine has no room for another process
 */
export async function askProcess<Said>(
  module: URL,
  args: readonly string[],
  withinMs: number,
): Promise<ProcessEnd<Said>> {
  const child = fork(module, args, {
    serialization: 'advanced',
    env: compiledBefore(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  let said: Said | null = null;
  child.once('message', (message) => {
    said = message as Said;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { said, code, signal };
}

/** Where Node keeps what it has compiled, if anywhere: compiling takes longer than most files. */
function compiledBefore(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
