import { spawnSync } from 'node:child_process';

const MAX_OUTPUT = 64 * 1024 * 1024;

/** What a program printed. @throws Error with its own words when it does not end well */
export function run(program: string, args: readonly string[]): string {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  if (done.status === 0) return done.stdout.trim();
  const words = done.error?.message ?? `${done.stdout}${done.stderr}`.trim();
  throw new Error(`${program} ${args.slice(0, 2).join(' ')} failed: ${words.slice(-2000)}`);
}

/** Whether a program ends well; nothing that it prints is kept. */
export function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
