import type Router from '@koa/router';
import * as contract from '../contract/index.ts';
import { servedBy } from './handle.ts';

/** A call of the contract that nobody serves, or two serve, stops the start rather than a user. */
export function assertServedOnce(routers: readonly Router[]): void {
  const declared = Object.values(contract).filter(
    (value): value is typeof contract.listPosts => typeof value === 'object' && 'method' in value && 'path' in value,
  );
  for (const endpoint of declared) {
    const times = routers.filter((router) => servedBy(router).has(endpoint)).length;
    if (times !== 1) throw new Error(`${endpoint.method} ${endpoint.path} is served ${times} times`);
  }
}
