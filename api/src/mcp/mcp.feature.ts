import type Router from '@koa/router';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { innerCalls } from '../http/handle.ts';
import { mcpDoor } from './mcp-door.ts';
import { mcpRoutes } from './mcp.routes.ts';

interface Deps {
  readonly config: Config;
  readonly log: Logger;
  /** Every call of the contract, as it is served. */
  readonly routes: readonly Router[];
}

/** The door for assistants: tools that make calls of the contract, in words that no model misreads. */
export function createMcp({ config, log, routes }: Deps) {
  return {
    door: mcpDoor(config.PUBLIC_URL),
    routes: [mcpRoutes({ publicUrl: config.PUBLIC_URL, log, callInner: innerCalls(routes) })],
  };
}
