import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './paths.ts';

/** Compiler and linter are Go's and run for seconds: to collect garbage as often as is the rule costs a fifth. */
const RARELY_COLLECTED = { GOGC: '300' };

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a tool of the checkout to its end with its input closed. `stream` shows its output as it comes; else it is kept.
 * A signal ends both.
 */
export async function runTool(
  tool: string,
  args: readonly string[],
  options: { stream?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const child = spawn(tool, args, {
    cwd: ROOT,
    env: { ...RARELY_COLLECTED, ...(options.env ?? process.env) },
    stdio: options.stream ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    // After every tool that runs beside this one was told.
    setImmediate(() => process.exit(1));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : 1));
  const code = await ended.catch((error: Error) => {
    output += `${tool}: ${error.message}\n`;
    return 1;
  });
  process.off('SIGINT', end).off('SIGTERM', end);
  return { code, output };
}
