import { execFileSync } from 'node:child_process';

/** A machine, as far as the network can tell. */
export interface Host {
  readonly name: string;
  readonly address: string;
}

const NETWORK = '10.77.0';
const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * Network namespaces of our own, each with one line to a switch in the middle. Nothing of them touches the network of
 * this machine: both ends of every line lie within.
 */
export function buildNetwork(names: readonly string[]) {
  const prefix = `pagecast-${process.pid}`;
  const made: string[] = [];
  const add = (name: string) => {
    ip('netns', 'add', name);
    made.push(name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  };
  const middle = `${prefix}-middle`;

  function remove(): void {
    for (const name of made.splice(0)) {
      for (const pid of processesIn(name)) if (pid !== process.pid) kill(pid);
      ip('netns', 'del', name);
    }
  }

  try {
    add(middle);
    ip('-n', middle, 'link', 'add', 'switch', 'type', 'bridge');
    ip('-n', middle, 'addr', 'add', `${NETWORK}.1/24`, 'dev', 'switch');
    ip('-n', middle, 'link', 'set', 'switch', 'up');
    const hosts = names.map((name, n): Host => {
      const [space, line, address] = [`${prefix}-${name}`, `line${n}`, `${NETWORK}.${n + 11}`];
      add(space);
      ip('link', 'add', 'eth0', 'netns', space, 'type', 'veth', 'peer', 'name', line, 'netns', middle);
      ip('-n', middle, 'link', 'set', line, 'master', 'switch', 'up');
      ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', space, 'link', 'set', 'eth0', 'up');
      return { name: space, address };
    });
    return { middle, address: `${NETWORK}.1`, hosts, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** What runs a command on a host. */
export const on = ({ name }: Pick<Host, 'name'>): string[] => ['ip', 'netns', 'exec', name];

/** From now on nothing arrives, and nothing is refused: the other side hears nothing more. */
export function cut(host: Host): void {
  packets(host, '-A', 'INPUT', '-i', 'eth0', '-j', 'DROP');
  packets(host, '-A', 'OUTPUT', '-o', 'eth0', '-j', 'DROP');
}

export function mend(host: Host): void {
  packets(host, '-F');
}

function packets({ name }: Host, ...rule: string[]): void {
  execFileSync('ip', ['netns', 'exec', name, 'iptables', '-w', ...rule], { stdio: 'pipe' });
}

/** As when the power fails: nobody hears of it, and nothing of it is left. */
export function killAll(host: Host): void {
  cut(host);
  for (const pid of processesIn(host.name)) kill(pid);
}

export function processesIn(name: string): number[] {
  return ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
