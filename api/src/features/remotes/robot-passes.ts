import type { RobotPass } from '../../contract/release-robots.ts';
import { isGood, versionKeys, type Granted } from './signed-version.ts';

/** Longer than any smoke journey takes. */
const MS = 10 * 60_000;

interface Cookies {
  get(name: string): string | undefined;
}

/**
 * Passes of robots that try a staged version: a signed cookie, good for minutes, that loads the page with this version
 * in it, and the files of this version. It is no session, so that it opens no call, and a browser where somebody is
 * logged in goes by that alone.
 */
export function robotPasses({ secretKey, publicUrl }: { secretKey: string; publicUrl: string }) {
  const cookie = `${publicUrl.startsWith('https:') ? '__Host-' : ''}pagecast_robot`;
  const keys = versionKeys(secretKey, 'release robot');
  return {
    pass(name: string, version: string): RobotPass {
      const { key, expiresAt } = keys.make(name, version, MS);
      return { cookie, value: `${name}/${version}/${key}`, expiresAt: expiresAt.toISOString() };
    },

    /** The version that this robot tries; null for whoever is none. */
    of(cookies: Cookies): Granted | null {
      const [name = '', version = '', key = ''] = (cookies.get(cookie) ?? '').split('/');
      const granted = keys.read({ name, version, key });
      return granted !== null && isGood(granted) ? granted : null;
    },
  };
}
export type RobotPasses = ReturnType<typeof robotPasses>;
