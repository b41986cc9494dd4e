import { randomInt } from 'node:crypto';
import getPort, { clearLockedPorts } from 'get-port';

/**
 * Systems give ports from 32768 on to outgoing connections: one of those could be taken before its owner listens, or
 * while it is being restarted.
 */
const [QUIET_FROM, QUIET_BELOW] = [20_000, 32_000];
/** Workers that test side by side look for ports at the same time, and use them seconds later: each has a share. */
const SHARES = 12;
const TRIES = 50;

/**
 * A loopback port that nobody listens on: the first free one of `wanted`, or else any. None is given twice within 15
 * seconds.
 */
export function freePort(wanted: Iterable<number> = []): Promise<number> {
  return getPort({ host: '127.0.0.1', port: wanted });
}

/**
 * `port` if nobody listens on it, though it was given a moment ago: a server that starts again keeps its address. Or
 * else any free one.
 */
export function samePort(port: number): Promise<number> {
  clearLockedPorts();
  return freePort([port]);
}

/** A free port that stays free while nobody listens on it. */
export async function quietPort(): Promise<number> {
  const [from, below] = shareOf(process.env['VITEST_POOL_ID']);
  const port = await freePort(Array.from({ length: TRIES }, () => randomInt(from, below)));
  if (port < from || port >= below) throw new Error(`No port between ${from} and ${below} is free`);
  return port;
}

/** @param worker its number; whoever is none of several has all of them */
function shareOf(worker: string | undefined): [from: number, below: number] {
  if (worker === undefined) return [QUIET_FROM, QUIET_BELOW];
  const size = (QUIET_BELOW - QUIET_FROM) / SHARES;
  const from = QUIET_FROM + (Number(worker) % SHARES) * size;
  return [from, from + size];
}
