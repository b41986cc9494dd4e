import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../ports.ts';
import { openTable } from '../torture/table.ts';
import { identity, run, type Programs } from './programs.ts';
import { replicationLine } from './replication-line.ts';

const DATABASE = 'pagecast';
const WITHIN_MS = 120_000;
const POLL_MS = 100;
const FIRST_CHECK_MS = 2000;

interface Node {
  readonly name: string;
  readonly postgres: number;
  readonly rest: number;
  readonly data: string;
  readonly line: Awaited<ReturnType<typeof replicationLine>>;
}

/** Patroni's word is the law of who is primary; replication is asynchronous, and a promotion does not wait for it. */
const CONFIG = (node: Node, etcd: number, folder: string, programs: Programs) => ({
  scope: 'pagecast',
  name: node.name,
  restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 1,
      retry_timeout: 3,
      maximum_lag_on_failover: 1_000_000_000,
      master_start_timeout: 0,
      synchronous_mode: false,
      postgresql: {
        use_pg_rewind: true,
        use_slots: true,
        parameters: { max_connections: 200, wal_keep_size: '1GB', max_wal_size: '2GB' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${node.postgres}`,
    // The other one replicates over the line.
    connect_address: `127.0.0.1:${node.line.port}`,
    data_dir: node.data,
    bin_dir: programs.postgres,
    pgpass: path.join(folder, `${node.name}.pgpass`),
    authentication: {
      superuser: { username: 'postgres' },
      replication: { username: 'replicator' },
      rewind: { username: 'rewind' },
    },
    parameters: { unix_socket_directories: folder },
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
});

const HAPROXY = (port: number, nodes: readonly Node[]) => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`).join('\n')}
`;

/** Two servers under Patroni, and a way to whichever of them is the primary. */
export async function startCluster(programs: Programs) {
  const folder = fs.mkdtempSync('/var/tmp/pagecast-failover-');
  const who = identity();
  if (who !== null) fs.chownSync(folder, who.uid, who.gid);
  const [client, peer, front] = [await freePort(), await freePort(), await freePort()];
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const etcd = {
    'data-dir': path.join(folder, 'etcd'),
    'listen-client-urls': at(client),
    'advertise-client-urls': at(client),
    'listen-peer-urls': at(peer),
    'initial-advertise-peer-urls': at(peer),
    'initial-cluster': `default=${at(peer)}`,
  };
  const options = Object.entries(etcd).map(([name, value]) => `--${name}=${value}`);
  const running = [run(programs.etcd, options, folder, 'etcd')];
  const nodes: Node[] = [];
  for (const name of ['a', 'b']) {
    const [postgres, rest] = [await freePort(), await freePort()];
    const node = { name, postgres, rest, data: path.join(folder, name), line: await replicationLine(postgres) };
    nodes.push(node);
    const file = path.join(folder, `${name}.json`);
    fs.writeFileSync(file, JSON.stringify(CONFIG(node, client, folder, programs)));
    running.push(run(programs.patroni, [file], folder, `patroni-${name}`));
    if (name === 'a') await until('the first server', async () => (await primaryOf(nodes)) !== null);
  }
  await until('the standby', () => isReplicating(nodes));
  const first = await primaryOf(nodes);
  if (first === null) throw new Error('There is no primary');
  await ask(first, 'postgres', `create database ${DATABASE}`);
  fs.writeFileSync(path.join(folder, 'haproxy.cfg'), HAPROXY(front, nodes));
  running.push(run(programs.haproxy, ['-db', '-f', path.join(folder, 'haproxy.cfg')], folder, 'haproxy'));
  const url = `postgres://postgres@127.0.0.1:${front}/${DATABASE}`;
  const table = openTable(url);
  // It leads anywhere until it has asked for the first time.
  await sleep(FIRST_CHECK_MS);
  await until('the way to the primary', () =>
    answers(url, 'select 1 where not pg_is_in_recovery()').then(
      (rows) => rows.length === 1,
      () => false,
    ),
  );

  return {
    url,
    table,
    failOver: (lagMs: number) => failOver(nodes, lagMs),
    isWhole: () => until('the standby again', () => isReplicating(nodes)),
    async close(): Promise<void> {
      await table.close();
      for (const part of running.toReversed()) await part.stop();
      for (const { line } of nodes) line.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const KNOWN = `select (select count(*)::int from posts where status = 'published') as published,
  (select count(*)::int from publish_attempts) as attempts, pg_current_wal_lsn()::text as lsn`;
interface Known {
  published: number;
  attempts: number;
  lsn: string;
}

/**
 * Kills the primary while its standby hears nothing of it.
 * @returns what was lost by that, and when another took over
 */
async function failOver(nodes: readonly Node[], lagMs: number) {
  const old = await primaryOf(nodes);
  const next = nodes.find((node) => node !== old);
  if (old === null || next === undefined) throw new Error('There is no primary to kill');
  const pids = serversOf(old);
  old.line.hold();
  await sleep(lagMs);
  const [before] = await ask<Known>(old, DATABASE, KNOWN);
  const killedAt = Date.now();
  for (const pid of new Set([...pids, ...serversOf(old)])) tryKill(pid);
  old.line.cut();
  await until('another primary', async () => (await primaryOf(nodes))?.name === next.name);
  // Patroni's word comes before the server's.
  await until('its promotion', async () =>
    ask<{ is_over: boolean }>(next, 'postgres', 'select not pg_is_in_recovery() as is_over').then(
      ([answer]) => answer?.is_over === true,
      () => false,
    ),
  );
  const promotedAt = Date.now();
  const [after] = await ask<Known>(next, DATABASE, KNOWN);
  if (before === undefined || after === undefined) throw new Error('A server says nothing');
  return {
    killedAt,
    promotedAt,
    lostBytes: bytesOf(before.lsn) - switchedAt(next),
    lostPublished: before.published - after.published,
    lostAttempts: before.attempts - after.attempts,
  };
}

/** The postmaster and all of its processes. */
function serversOf({ data }: Node): number[] {
  const postmaster = Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = fs.readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  return [postmaster, ...children.filter((pid) => pid !== '').map(Number)];
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its postmaster.
  }
}

/** Where the newest history of a server leaves the one before. */
function switchedAt({ data }: Node): number {
  const folder = path.join(data, 'pg_wal');
  const newest = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.history'))
    .toSorted()
    .at(-1);
  const lines = newest === undefined ? [] : fs.readFileSync(path.join(folder, newest), 'utf8').trim().split('\n');
  return bytesOf(lines.at(-1)?.split('\t')[1] ?? '0/0');
}

function bytesOf(lsn: string): number {
  const [high = '0', low = '0'] = lsn.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

async function primaryOf(nodes: readonly Node[]): Promise<Node | null> {
  for (const node of nodes) {
    const answer = await fetch(`http://127.0.0.1:${node.rest}/primary`, { signal: AbortSignal.timeout(1000) }).catch(
      () => null,
    );
    await answer?.body?.cancel();
    if (answer?.status === 200) return node;
  }
  return null;
}

async function isReplicating(nodes: readonly Node[]): Promise<boolean> {
  const primary = await primaryOf(nodes);
  if (primary === null) return false;
  const rows = await ask<{ n: number }>(
    primary,
    'postgres',
    `select 1 as n from pg_stat_replication where state = 'streaming'
      and pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) < 1000000`,
  ).catch(() => []);
  return rows.length === 1;
}

const ask = <Row>({ postgres }: Node, database: string, sql: string): Promise<Row[]> =>
  answers<Row>(`postgres://postgres@127.0.0.1:${postgres}/${database}`, sql);

async function answers<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end().catch(() => {});
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const over = Date.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (Date.now() > over) throw new Error(`There is no sign of ${what} after ${WITHIN_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}
