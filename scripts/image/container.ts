import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { run } from './run.ts';

interface ContainerOptions {
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine by where they are in the container; `:ro` behind it. */
  readonly volumes: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}

/**
 * A container as an operator runs one: read-only, without rights, nothing of it left behind. On this machine's network,
 * where it listens on loopback.
 */
export function startContainer(name: string, { image, env, volumes, command = [] }: ContainerOptions) {
  const child: ChildProcess = spawn('podman', [...options(name, env, volumes), image, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    /** What it has printed. */
    said: () => said,
    /** Its exit code. */
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (signal: 'TERM' | 'KILL') => run('podman', ['kill', '--signal', signal, name]),
    /** What a command in it prints. @throws Error when it does not end well */
    exec: (...args: string[]) => run('podman', ['exec', name, ...args]),
  };
}
export type Container = ReturnType<typeof startContainer>;

/** The limits are those that a machine without a service manager grants. */
const LIKE_AN_OPERATOR = [
  '--runtime=runc',
  'run',
  '--rm',
  '--network=host',
  '--ulimit=nofile=1024:1024',
  '--ulimit=nproc=1024:1024',
  '--no-healthcheck',
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
];

function options(name: string, env: ContainerOptions['env'], volumes: ContainerOptions['volumes']): string[] {
  return [
    ...LIKE_AN_OPERATOR,
    `--name=${name}`,
    ...Object.entries(env).map(([variable, value]) => `--env=${variable}=${value}`),
    ...Object.entries(volumes).map(([inside, outside]) => {
      const [folder, rights] = outside.split(':');
      return `--volume=${folder}:${inside}${rights === undefined ? '' : `:${rights}`}`;
    }),
  ];
}
