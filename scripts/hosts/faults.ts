import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../torture/world.ts';
import { cut, killAll, mend, processesIn, type Host } from './network.ts';

interface OneHost {
  readonly host: Host;
  readonly api: Api;
  readonly address: string;
}

export interface Hosts {
  readonly people: readonly OneHost[];
  readonly loops: readonly OneHost[];
  /** Of the last host that publishes. */
  readonly clock: { set(seconds: number): void };
}

interface Fault {
  readonly name: string;
  readonly forMs: number;
  /** Open screens lose their lines by it. */
  readonly isForScreens?: boolean;
  begin(hosts: Hosts): Promise<void>;
  /** What has to be so meanwhile. */
  during?(hosts: Hosts): Promise<{ isRight: boolean; found: string }>;
  end(hosts: Hosts): Promise<void>;
}

/** Of each 100 ms a slow host has so many. */
const SLOW_MS = 20;
const SEEN_WITHIN_MS = 10_000;

const nth = (all: readonly OneHost[], n: number): OneHost => {
  const one = all[n];
  if (one === undefined) throw new Error(`There is no host ${n}`);
  return one;
};

/** The power fails: nobody is told, and the host comes again later. */
const dies = (name: string, one: (hosts: Hosts) => OneHost, isForScreens: boolean): Fault => ({
  name,
  forMs: 12_000,
  isForScreens,
  async begin(hosts) {
    const { host, api } = one(hosts);
    const ended = api.kill();
    killAll(host);
    await ended;
  },
  async end(hosts) {
    const { host, api } = one(hosts);
    mend(host);
    api.start();
  },
});

/** Its line swallows everything; it lives, and takes up its work when the line is back. */
const isCutOff = (name: string, some: (hosts: Hosts) => readonly OneHost[], isForScreens: boolean): Fault => ({
  name,
  forMs: 20_000,
  isForScreens,
  begin: async (hosts) => some(hosts).forEach(({ host }) => cut(host)),
  end: async (hosts) => some(hosts).forEach(({ host }) => mend(host)),
});

function slow(name: string, some: (hosts: Hosts) => readonly OneHost[]): Fault {
  let isOver = false;
  let slowing: Promise<unknown> = Promise.resolve();
  const signal = (pid: number, what: NodeJS.Signals) => {
    try {
      process.kill(pid, what);
    } catch {
      // A process for one picture has ended.
    }
  };
  return {
    name,
    forMs: 15_000,
    async begin(hosts) {
      isOver = false;
      const pids = some(hosts).flatMap(({ host }) => processesIn(host.name));
      slowing = (async () => {
        while (!isOver) {
          for (const pid of pids) signal(pid, 'SIGSTOP');
          await sleep(100 - SLOW_MS);
          for (const pid of pids) signal(pid, 'SIGCONT');
          await sleep(SLOW_MS);
        }
      })();
    },
    async end() {
      isOver = true;
      await slowing;
    },
  };
}

const wrongClock: Fault = {
  name: 'the clock of one that publishes is 2 min off',
  forMs: 12_000,
  begin: async ({ clock }) => clock.set(-120),
  async during({ loops }) {
    const { address } = nth(loops, 1);
    const until = performance.now() + SEEN_WITHIN_MS;
    let said = '';
    while (performance.now() < until && !said.includes('clock')) {
      said = await fetch(`http://${address}/readyz`).then(
        (answer) => answer.text(),
        () => '',
      );
      await sleep(100);
    }
    return { isRight: said.includes('clock'), found: said.includes('clock') ? 'it holds still and says so' : said };
  },
  end: async ({ clock }) => clock.set(0),
};

export const FAULTS: readonly Fault[] = [
  dies('a host that serves people dies', ({ people }) => nth(people, 0), true),
  isCutOff('the line of the other is cut', ({ people }) => people.slice(1), true),
  isCutOff('the line of one that publishes is cut', ({ loops }) => loops.slice(0, 1), false),
  dies('one that publishes dies', ({ loops }) => nth(loops, 1), false),
  dies('the other one dies', ({ loops }) => nth(loops, 0), false),
  slow('one of each kind has a fifth of its time', ({ people, loops }) => [
    ...people.slice(0, 1),
    ...loops.slice(0, 1),
  ]),
  wrongClock,
  isCutOff('both that publish are cut off', ({ loops }) => loops, false),
];
