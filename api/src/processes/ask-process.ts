import { fork } from 'node:child_process';
import { once } from 'node:events';

/** How a process ended. `said` is null where it ended without a word. */
export interface ProcessEnd<Said> {
  readonly said: Said | null;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface Asking {
  /** For one that cannot even bound itself by `stayModest`. */
  readonly withinMs: number;
  /** What it may know; left out, it knows nothing of ours. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/**
 * Hears what a module has to say that runs as a process of its own: whatever a file does to it ends there.
 * @throws when the machine has no room for another process, and AbortError when it was ended
 */
export async function askProcess<Said>(
  module: URL,
  args: readonly string[],
  { withinMs, env = {}, signal }: Asking,
): Promise<ProcessEnd<Said>> {
  const child = fork(module, args, {
    serialization: 'advanced',
    env: { ...compiledBefore(), ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let said: Said | null = null;
  child.once('message', (message) => {
    said = message as Said;
  });
  const [code, endedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { said, code, signal: endedBy };
}

/** Where Node keeps what it has compiled, if anywhere: compiling takes longer than most files. */
function compiledBefore(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
