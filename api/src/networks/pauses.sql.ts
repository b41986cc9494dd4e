import type { PauseScope } from './refusal.ts';

/**
 * What a pause beyond one page is kept under: a network's for all that we ask of it in an environment (`app`), or for
 * one person.
 */
export function pauseKey(network: string, of: string | number): string {
  return `${network}:${of}`;
}

const IS = (scope: PauseScope, network: string, of: string) =>
  `(z.scope = '${scope}' and z.key = ${network} || ':' || ${of})`;

/** Expressions of a statement. */
interface Calls {
  readonly network: string;
  readonly environment: string;
  readonly user: string;
}

/** Whether the row `z` of pauses is one of those that stop these calls. */
export const stopsCalls = ({ network, environment, user }: Calls) =>
  `(${IS('app', network, environment)} or ${IS('user', network, user)})`;

/** The same for the calls that the post `p` needs. */
export const STOPS_POST = stopsCalls({ network: 'p.target', environment: 'p.environment', user: 'p.user_id' });

/** No pause stops these calls. Each scope by itself, so that the key finds the row. */
export const takesCalls = ({ network, environment, user }: Calls) => {
  const isNone = (stops: string) => `not exists (select from pauses z where ${stops} and z.paused_until > now())`;
  return `${isNone(IS('app', network, environment))} and ${isNone(IS('user', network, user))}`;
};

/** The same for the calls that the post `p` needs. */
export const POST_TAKES_CALLS = takesCalls({ network: 'p.target', environment: 'p.environment', user: 'p.user_id' });
