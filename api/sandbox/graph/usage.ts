import type { App, Token } from '../entities.ts';
import type { Throttle, World } from '../world.ts';
import { GraphError } from './graph-error.ts';

const CALLS_PER_DAY = 200_000;
const calls = new WeakMap<World, Map<string, number>>();

function find(world: World, token: Token | null, app: App | null, page: string | null): Throttle | undefined {
  if (world.throttles.length === 0) return undefined;
  const now = world.clock.now();
  world.throttles = world.throttles.filter((throttle) => throttle.until > now);
  return world.throttles.find(
    ({ scope, id }) =>
      (scope === 'page' && id === (token?.pageId ?? page)) ||
      (scope === 'app' && id === (token?.appId ?? app?.id)) ||
      (scope === 'user' && token?.type === 'USER' && id === token.role),
  );
}

/** @throws GraphError 80001, 32, 4 or 17 while a throttle holds */
export function checkThrottle(world: World, token: Token | null, app: App | null, page: string | null): void {
  const throttle = find(world, token, app, page);
  if (!throttle) return;
  if (throttle.climb > 0) {
    throttle.climb -= 1;
    return;
  }
  if (throttle.scope === 'app')
    throw new GraphError({ code: 4, message: '(#4) Application request limit reached', isTransient: true });
  if (throttle.scope === 'user')
    throw new GraphError({
      code: 17,
      subcode: 2446079,
      message: '(#17) User request limit reached',
      isTransient: true,
    });
  if (token?.type !== 'PAGE')
    throw new GraphError({ code: 32, message: '(#32) Page request limit reached', isTransient: true });
  throw new GraphError({
    code: 80001,
    subcode: 2446079,
    message:
      'There have been too many calls to this Page account. Wait a bit and try again. ' +
      'For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.',
    isTransient: true,
  });
}

/** Facebook's usage headers: per page for page tokens, per app for the others. */
export function usageHeaders(world: World, token: Token | null, app: App | null): Record<string, string> {
  const key = token?.pageId ?? token?.appId ?? app?.id;
  if (key === undefined) return {};
  const counts = calls.get(world) ?? new Map<string, number>();
  calls.set(world, counts);
  counts.set(key, (counts.get(key) ?? 0) + 1);
  const throttle = find(world, token, app, null);
  const percent = throttle
    ? Math.max(0, 100 - throttle.climb * 10)
    : Math.min(70, Math.floor(((counts.get(key) ?? 0) * 100) / CALLS_PER_DAY));
  if (!token?.pageId)
    return {
      'x-app-usage': JSON.stringify({
        call_count: percent,
        total_time: Math.floor(percent / 2),
        total_cputime: Math.floor(percent / 3),
      }),
    };
  const wait = throttle && throttle.climb === 0 ? Math.ceil((throttle.until - world.clock.now()) / 60_000) : 0;
  const usage = [
    {
      type: 'pages',
      call_count: percent,
      total_cputime: Math.floor(percent / 3),
      total_time: Math.floor(percent / 2),
      estimated_time_to_regain_access: wait,
    },
  ];
  return { 'x-business-use-case-usage': JSON.stringify({ [token.pageId]: usage }) };
}
