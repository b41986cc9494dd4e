import getPort, { clearLockedPorts } from 'get-port';

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
