import type { Context } from 'koa';
import { ROBOT_HEADER, type RobotPass } from '../../contract/release-robots.ts';
import type { Keys } from '../../db/keyring.ts';
import { isGood, versionKeys, type Granted } from './signed-version.ts';

/** Longer than any smoke journey takes. */
const MS = 10 * 60_000;

/**
 * Passes of robots that try a staged version: signed, good for minutes, for the page with this version in it and the
 * files of this version. A pass is no session, so that it opens no call, and it comes in a header, which no other site
 * can make a browser send.
 */
export function robotPasses(given: Keys) {
  const keys = versionKeys(given, 'release robot');
  return {
    make(name: string, version: string): RobotPass {
      const { key, expiresAt } = keys.make(name, version, MS);
      return { pass: `${name}/${version}/${key}`, expiresAt: expiresAt.toISOString() };
    },

    /** The version that this robot tries; null for whoever is none. */
    of(ctx: Pick<Context, 'get'>): Granted | null {
      const [name = '', version = '', key = ''] = ctx.get(ROBOT_HEADER).split('/');
      const granted = keys.read({ name, version, key });
      return granted !== null && isGood(granted) ? granted : null;
    },
  };
}
export type RobotPasses = ReturnType<typeof robotPasses>;
