import { spawnSync } from 'node:child_process';

/** A start waits for it; a service that has not answered by then is away. */
const WITHIN_MS = 30_000;
const MOST_BYTES = 64 * 1024;
/** How services and proxies say that they failed. On an empty database it would become the key. */
const PAGE_OR_JSON = /^(?:<.*>|\{.*\})$/s;

/**
 * What a command prints, without the white space around it. It runs without a shell: nothing in it is expanded, and
 * quotes only hold words together.
 * @param env what it may read of ours
 * @throws Error that goes on after the variable's name, and holds nothing of what the command printed
 */
export function readFromCommand(command: string, env: NodeJS.ProcessEnv, withinMs = WITHIN_MS): string {
  const [program, ...words] = wordsOf(command);
  if (program === undefined) throw new Error('names no program');
  const { error, status, signal, stdout } = spawnSync(program, words, {
    env,
    timeout: withinMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    // What it says of its failure may hold a secret too: whoever runs it by hand sees it.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error !== undefined) throw new Error(whyNot(program, error, withinMs), { cause: error });
  if (status !== 0)
    throw new Error(`runs ${program}, which ended with ${status ?? signal}. Run it by hand to see what it says`);
  const text = stdout.toString('utf8').trim();
  if (text === '') throw new Error(`runs ${program}, which printed nothing`);
  if (PAGE_OR_JSON.test(text)) throw new Error(`runs ${program}, which printed a page or JSON, and no secret`);
  if (/[\0\r\n]/.test(text)) throw new Error(`runs ${program}, which printed more than one line`);
  return text;
}

function whyNot(program: string, { code }: NodeJS.ErrnoException, withinMs: number): string {
  if (code === 'ETIMEDOUT') return `runs ${program}, which was not done within ${withinMs / 1000} seconds`;
  if (code === 'ENOBUFS') return `runs ${program}, which printed too much for a secret`;
  if (code === 'ENOENT') return `runs ${program}, which is not there. Say where it is, from / on`;
  return `runs ${program}, which cannot be run (${code ?? 'for no known reason'})`;
}

/** @throws Error for a quote that does not end */
function wordsOf(command: string): string[] {
  const parts = command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  if (parts.some((part) => part === '"' || part === "'")) throw new Error('has a quote that does not end');
  return parts.map((part) => part.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, a?: string, b?: string) => a ?? b ?? ''));
}
