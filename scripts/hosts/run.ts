/** What `npm run test:hosts` runs in the middle of its network: the database and Facebook lie here, too. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startS3 } from '../../api/src/testing/test-s3.ts';
import { fail, onStop } from '../lifecycle.ts';
import { sandboxEnvironment } from '../sandbox-environment.ts';
import { clearFaults } from '../torture/faults.ts';
import { untilAllEnded } from '../torture/finish.ts';
import { judge } from '../torture/oracle.ts';
import { logInOwner } from '../torture/owner.ts';
import { startLoad } from '../torture/steady-load.ts';
import { startWorld, type Api, type World } from '../torture/world.ts';
import { clientOf } from './client.ts';
import { FAULTS, type Hosts } from './faults.ts';
import { forward } from './forward.ts';
import { findHaproxy, startHaproxy } from './haproxy.ts';
import { on, type buildNetwork, type Host } from './network.ts';
import { openScreens } from './screens.ts';
import { settableClock } from './wrong-clock.ts';

const UP_WITHIN_MS = 120_000;
const END_WITHIN_MS = 300_000;
const SCREENS = 8;
const SCREENS_BACK_WITHIN_S = 5;
/** A host that took a call and went silent is given up by then; a call to one that is there takes less. */
const CALL_WITHIN_S = 12;
const LOAD = { people: 6, pauseMs: 60, photoEvery: 5 };

/** Facebook has done what was asked, and says so late: whatever befalls a host, it has posts between the two. */
const SLOW_ANSWERS = {
  match: { service: 'graph', method: 'POST' },
  when: 'after',
  action: 'delay 1500',
  probability: 0.4,
  seed: 'hosts',
};

const network = JSON.parse(process.env['HOSTS'] ?? '') as Pick<ReturnType<typeof buildNetwork>, 'address' | 'hosts'>;
const [people1, people2, loop1, loop2, front] = network.hosts as [Host, Host, Host, Host, Host];
const binary = findHaproxy() ?? fail('There is no HAProxy');

let close = async () => {};
onStop(() => close());
const world = await startWorld({ mode: 'two-step', swaps: process.argv.includes('--weak') ? ['lease-and-retry'] : [] });
const s3 = process.argv.includes('--s3') ? await startS3() : null;
close = async () => {
  await world.close();
  await s3?.close();
};

/** Addresses of this machine, as the hosts reach them. */
const reach = (value: string) => value.replaceAll(/(?<=:\/\/([^/]*@)?)(localhost|127\.0\.0\.1)(?=:)/g, network.address);
const portOf = (url: string) => Number(new URL(url).port);
const outside = Object.fromEntries(
  Object.entries({ ...(await sandboxEnvironment(world.sandboxUrl)), ...s3?.env }).map(([name, value]) => [
    name,
    reach(value),
  ]),
);
const SECRET_KEY = randomBytes(32).toString('base64');
const clock = settableClock(path.join(world.folder, 'clock'));
await forward(network.address, portOf(world.databaseUrl));
await forward(network.address, portOf(world.sandboxUrl));
if (s3 !== null) await forward(network.address, portOf(s3.env.S3_ENDPOINT));

async function addHost(host: Host, env: Record<string, string>): Promise<{ host: Host; api: Api; address: string }> {
  const api = await world.addApi(host.name, {
    databaseUrl: reach(world.databaseUrl),
    through: on(host),
    env: {
      ...outside,
      SECRET_KEY,
      // With S3 they share no disk.
      ...(s3 !== null && { DATA_DIR: path.join(world.folder, host.name) }),
      HOST: '0.0.0.0',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'info',
      CLOCK_LIMIT_SECONDS: '1',
      ...env,
    },
  });
  api.start();
  return { host, api, address: `${host.address}:${portOf(api.url)}` };
}
const hosts: Hosts = {
  people: [await addHost(people1, { LOOP: 'off' }), await addHost(people2, { LOOP: 'off' })],
  loops: [await addHost(loop1, { LOOP: 'only' }), await addHost(loop2, { LOOP: 'only', ...clock.env })],
  clock,
};
for (const { address, api } of [...hosts.people, ...hosts.loops]) await untilReady(address, api);
const proxy = startHaproxy(
  binary,
  front,
  world.folder,
  hosts.people.map(({ address }) => address),
);
close = async () => {
  await proxy.stop();
  await world.close();
  await s3?.close();
};
const broken = await tryAll(world, hosts, proxy.url);
await close();
process.exit(broken === 0 ? 0 : 1);

/** @returns how much does not hold */
async function tryAll(within: World, tried: Hosts, url: string): Promise<number> {
  let wrong = 0;
  const say = (name: string, isRight: boolean, found: string) => {
    if (!isRight) wrong += 1;
    console.log(`${isRight ? 'holds' : 'FAILS'}  ${name.padEnd(56)} ${found}`);
  };
  const front = { url } as Api;
  const owner = await logInOwner(within, [front]);
  const client = clientOf(url);
  const load = startLoad(client, within.origin, owner, LOAD);
  await within.control('POST', 'faults', SLOW_ANSWERS);
  const screens = openScreens(url, owner.cookie(), SCREENS);
  await until(screens.areLive);
  for (const fault of FAULTS) {
    const [calls, failed] = [client.calls(), client.failures()];
    const began = performance.now();
    await fault.begin(tried);
    const back = fault.isForScreens ? await screens.backAfter(began, END_WITHIN_MS / 10) : null;
    const seen = (await fault.during?.(tried)) ?? null;
    await sleep(Math.max(0, fault.forMs - (performance.now() - began)));
    const out = await published(within);
    await fault.end(tried);
    const slowest = client.slowest();
    const words =
      `${client.calls() - calls} calls, ${client.failures() - failed} failed, ` +
      `the longest took ${slowest.toFixed(1)} s; ${out} posts are out`;
    const isBack = !fault.isForScreens || (back !== null && back <= SCREENS_BACK_WITHIN_S);
    const screensSay = fault.isForScreens ? `; screens were back after ${back?.toFixed(1) ?? 'more than 30'} s` : '';
    say(
      fault.name,
      isBack && slowest <= CALL_WITHIN_S && (seen?.isRight ?? true),
      `${words}${screensSay}${seen === null ? '' : `; ${seen.found}`}`,
    );
    for (const { address, api } of [...tried.people, ...tried.loops]) await untilReady(address, api);
  }
  await load.stop();
  await screens.close();
  await clearFaults(within);
  const { isOver } = await untilAllEnded(within, owner, END_WITHIN_MS);
  const { ends, violations } = await judge(within, owner, load.written, new Map());
  say('every post came to its end', isOver, `${load.written.length} posts: ${JSON.stringify(ends)}`);
  const photos = load.written.filter(({ kind }) => kind === 'photo').length;
  const out = await publishedPhotos(within);
  const where = s3 === null ? 'from one folder' : `from S3, which has ${(await s3.keys()).length} objects`;
  say('every photo is out', out === photos, `${out} of ${photos}, ${where}`);
  say('twice, lost, false, not told', violations.length === 0, `${violations.length}`);
  for (const { kind, post } of violations) console.log(`  ${post.marker}: ${kind}`);
  return wrong;
}

async function published({ table }: World): Promise<number> {
  return (await table.one<{ n: number }>("select count(*)::int as n from posts where status = 'published'")).n;
}

async function publishedPhotos({ table }: World): Promise<number> {
  const sql = "select count(*)::int as n from posts where status = 'published' and media_type = 'image'";
  return (await table.one<{ n: number }>(sql)).n;
}

async function untilReady(address: string, api: Api): Promise<void> {
  await until(
    async () =>
      (await fetch(`http://${address}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => null))?.ok === true,
    () => `${api.name} is not ready:\n${api.lastLines()}`,
  );
}

async function until(isSo: () => boolean | Promise<boolean>, why = () => isSo.toString()): Promise<void> {
  const end = performance.now() + UP_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(why());
    await sleep(100);
  }
}
