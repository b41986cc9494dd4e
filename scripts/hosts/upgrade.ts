/**
 * What `npm run test:hosts -- --upgrade` runs in the middle of its network: the steps of the guide on one host after
 * the other, up and back, while people work, videos go up and posts fall due.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, onStop } from '../lifecycle.ts';
import { sandboxEnvironment } from '../sandbox-environment.ts';
import { clearFaults } from '../torture/faults.ts';
import { untilAllEnded } from '../torture/finish.ts';
import { judge } from '../torture/oracle.ts';
import { logInOwner } from '../torture/owner.ts';
import { migrateAs } from '../torture/release-sources.ts';
import { startWorld, type Api, type World } from '../torture/world.ts';
import { openBook, type Book } from './book.ts';
import { forward } from './forward.ts';
import { findHaproxy, startHaproxy } from './haproxy.ts';
import { setUpMachine, type Machine } from './machine.ts';
import { killInTheMiddle } from './killed-migration.ts';
import type { buildNetwork, Host } from './network.ts';
import { filesOfPages } from './page-files.ts';
import { startPeople } from './people.ts';
import { openScreens, type Screens } from './screens.ts';
import { readSteps } from './steps.ts';
import { startUploaders } from './uploaders.ts';

const END_WITHIN_MS = 300_000;
const PEOPLE = 14;
const UPLOADERS = 3;
const SCREENS = 8;
const PAUSE_MS = 5;
const MOST_FAILED = 1 / 10_000;
const SCREENS_BACK_WITHIN_S = 5;
/** Posts are due each second; one may wait for a process that starts. */
const MOST_PAUSE_S = 15;
const MOST_LINES = 40;
/** Facebook has done what was asked, and says so late: processes end with posts between the two. */
const SLOW_ANSWERS = {
  match: { service: 'graph', method: 'POST' },
  when: 'after',
  action: 'delay 1500',
  probability: 0.4,
  seed: 'upgrade',
};

const network = JSON.parse(process.env['HOSTS'] ?? '') as Pick<ReturnType<typeof buildNetwork>, 'address' | 'hosts'>;
const { opt, older, newer, calls, staysHalf, stopsBy } = JSON.parse(process.env['UPGRADE'] ?? '') as {
  readonly opt: string;
  readonly older: string;
  readonly newer: string;
  /** Of people, in all. */
  readonly calls: number;
  readonly staysHalf: boolean;
  readonly stopsBy?: string;
};
const releases = [older, newer].map((release) => path.join(opt, `pagecast-${release}`)) as [string, string];
const variables = { OLD: older, NEW: newer, ...(stopsBy !== undefined && { MACHINE_STOPS_BY: stopsBy }) };
const [people1, people2, loop1, loop2, front] = network.hosts as [Host, Host, Host, Host, Host];
const steps = readSteps();

let close = async () => {};
onStop(() => close());
const world = await startWorld({ mode: 'two-step', swaps: [], migrate: (url) => migrateAs(releases[0], url) });
close = () => world.close();

/** Addresses of this machine, as the hosts reach them. */
const reach = (value: string) => value.replaceAll(/(?<=:\/\/([^/]*@)?)(localhost|127\.0\.0\.1)(?=:)/g, network.address);
for (const url of [world.databaseUrl, world.sandboxUrl]) await forward(network.address, Number(new URL(url).port));
const { FB_APP_SECRET = '', ...outside } = Object.fromEntries(
  Object.entries(await sandboxEnvironment(world.sandboxUrl)).map(([name, value]) => [name, reach(value)]),
);
const add = (host: Host, LOOP: string) =>
  setUpMachine({
    host,
    opt,
    folder: path.join(world.folder, 'machines'),
    secrets: { 'database-url': reach(world.databaseUrl), 'secret-key': 'k'.repeat(32), 'fb-app-secret': FB_APP_SECRET },
    settings: {
      ...outside,
      LOOP,
      HOST: '0.0.0.0',
      PUBLIC_URL: world.origin,
      LOGIN_RATE_LIMIT: '1000',
      FB_PUBLISH_MODE: 'two-step',
    },
  });
const loops = [add(loop1, 'only'), add(loop2, 'only')] as const;
const people = [add(people1, 'off'), add(people2, 'off')] as const;
for (const machine of [...loops, ...people]) await machine.run(steps.switch, { ...variables, NEW: older });

const proxy = startHaproxy(
  findHaproxy() ?? fail('There is no HAProxy'),
  front,
  world.folder,
  people.map(({ host }) => `${host.address}:3000`),
);
close = async () => {
  await proxy.stop();
  await world.close();
};
const wrong = await upAndBack(world, proxy.url).catch((error: Error) => {
  console.error(error);
  return 1;
});
await close();
process.exit(wrong === 0 ? 0 : 1);

/** @returns how much does not hold */
async function upAndBack(within: World, url: string): Promise<number> {
  const book = openBook(url);
  const { origin } = within;
  const sessions = await Promise.all(Array.from({ length: PEOPLE }, () => logInOwner(within, [{ url } as Api])));
  const crowd = startPeople({ book, origin, sessions, pauseMs: PAUSE_MS, filesOf: filesOfPages(releases) });
  const uploaders = await startUploaders(book, origin, sessions.slice(0, UPLOADERS));
  const screens = openScreens(url, sessions[0]?.cookie() ?? '', SCREENS);
  while (!screens.areLive()) await sleep(100);
  await within.control('POST', 'faults', SLOW_ANSWERS);
  screens.longestGap();

  const away = await goThrough(stagesOf(), book, screens);
  await Promise.all([crowd.stop(), uploaders.stop()]);
  await screens.close();
  await clearFaults(within);
  const [owner] = sessions;
  if (owner === undefined) throw new Error('Nobody is logged in');
  const { isOver } = await untilAllEnded(within, owner, END_WITHIN_MS);
  const { ends, violations } = await judge(within, owner, crowd.written, new Map());
  const pause = await pauseOfPublishing(within);
  const dead = [...loops, ...people].filter((machine) => !machine.runs());
  const [asked, failed] = [book.calls(), book.failed()];

  const holds: [name: string, isRight: boolean, found: string | number][] = [
    ['every post came to its end', isOver, `${crowd.written.length} posts: ${JSON.stringify(ends)}`],
    ['twice, lost, false, not told', violations.length === 0, violations.length],
    [
      '5xx or no answer',
      failed <= asked * MOST_FAILED,
      `${failed} of ${asked} (${((failed / asked) * 100).toFixed(4)} %)`,
    ],
    ['answers of no quiet day', book.odd.length === failed, book.odd.length - failed],
    ['sessions that ended', book.sessionsEnded() === 0, `${book.sessionsEnded()} of ${sessions.length}`],
    ['open pages that have to be opened again', crowd.gone.length === 0, crowd.gone.length],
    [
      'live screens',
      away <= SCREENS_BACK_WITHIN_S,
      `away for ${away.toFixed(1)} s at most, ${screens.refusals()} refused`,
    ],
    [
      'videos whole',
      uploaders.whole() > 0 && uploaders.wrong.length === 0,
      `${uploaders.whole()}; ${uploaders.resumed()} parts were cut off, and went on elsewhere`,
    ],
    [
      'publishing',
      pause.gap <= MOST_PAUSE_S,
      `paused for ${pause.gap.toFixed(1)} s at most; the latest post was ${pause.late.toFixed(1)} s late`,
    ],
    ['processes that ended by themselves', dead.length === 0, dead.length],
  ];
  for (const [name, isRight, found] of holds)
    console.log(`${isRight ? 'holds' : 'FAILS'}  ${name.padEnd(44)} ${found}`);
  for (const line of [...book.odd, ...crowd.gone, ...uploaders.wrong].slice(0, MOST_LINES)) console.log(`  ${line}`);
  for (const { kind, post } of violations) console.log(`  ${post.marker}: ${kind}`);
  for (const machine of dead) console.log(machine.lastLines());
  return holds.filter(([, isRight]) => !isRight).length;
}

/** @returns seconds for which a live screen was away, at the longest */
async function goThrough(stages: readonly Stage[], book: Book, screens: Screens): Promise<number> {
  let longest = 0;
  for (const [n, { name, run }] of stages.entries()) {
    const [asked, failed, began] = [book.calls(), book.failed(), performance.now()];
    const said = (await run()) ?? '';
    while (book.calls() < ((n + 1) * calls) / stages.length) await sleep(50);
    const away = screens.longestGap();
    longest = Math.max(longest, away);
    const slowest = book.slowest();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${name.padEnd(40)} ${seconds.padStart(4)} s, ${book.calls() - asked} calls, ${book.failed() - failed} failed, ` +
        `the longest took ${slowest.seconds.toFixed(1)} s (${slowest.what}); ` +
        `screens were away for ${away.toFixed(1)} s. ${said}`,
    );
  }
  return longest;
}

interface Stage {
  readonly name: string;
  run(): Promise<string | void>;
}

/** The order of the guide: who publishes comes first on the way up, and last on the way back. */
function stagesOf(): Stage[] {
  const step = (name: string, machine: Machine, commands: string): Stage => ({
    name,
    run: async () => void (await machine.run(commands, variables)),
  });
  const quiet = (name: string): Stage => ({ name, run: async () => {} });
  const upOf = (name: string, machine: Machine) => step(`${name} is new`, machine, steps.switch);
  const backOf = (name: string, machine: Machine) => step(`${name} is back`, machine, steps.back);
  const up = [
    upOf('the first that publishes', loops[0]),
    upOf('the second that publishes', loops[1]),
    upOf('the first that serves', people[0]),
    upOf('the second that serves', people[1]),
  ];
  const back = [
    backOf('the first that serves', people[0]),
    backOf('the second that serves', people[1]),
    backOf('the first that publishes', loops[0]),
    backOf('the second that publishes', loops[1]),
  ];
  const half = [
    upOf('one that publishes', loops[0]),
    upOf('one that serves', people[0]),
    quiet('it stays like that'),
    quiet('for a long time'),
    backOf('the one that serves', people[0]),
    backOf('the one that publishes', loops[0]),
  ];
  return [
    quiet('all of the release before'),
    { name: 'migrations, first by one that is killed', run: migrate },
    ...(staysHalf ? half : [...up, ...back]),
    { name: 'migrations taken back', run: takeBack },
  ];
}

async function migrate(): Promise<string> {
  const killed = await killInTheMiddle(world, loops[0], steps.migrate, variables);
  await loops[0].run(steps.migrate, variables);
  return `It was killed ${killed}.`;
}

async function takeBack(): Promise<string> {
  const refusal = await loops[0].run(steps.down, variables).then(
    () => '',
    (error: Error) => /would lose .*?\./.exec(error.message)?.[0] ?? Promise.reject(error),
  );
  if (refusal !== '') await loops[0].run(`${steps.down.trimEnd()} --lose-data\n`, variables);
  return refusal;
}

/** Between two posts, each second having had one that was due. */
async function pauseOfPublishing({ table }: World): Promise<{ gap: number; late: number }> {
  return table.one<{ gap: number; late: number }>(`
    select max(gap)::float as gap, max(late)::float as late from (
      select extract(epoch from published_at - scheduled_at) as late,
        extract(epoch from published_at - lag(published_at) over (order by published_at)) as gap
      from posts where status = 'published') as each`);
}
