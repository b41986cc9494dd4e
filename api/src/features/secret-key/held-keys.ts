import { hostname } from 'node:os';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { keyring } from '../../db/keyring.ts';
import type { DatabaseLine } from '../../db/line.ts';
import type { Subscription } from '../../db/listener.ts';
import { TELL_HELD } from './data-keys.repository.ts';
import { masterKeys } from './master-keys.ts';
import { DamagedKeysError, NoMasterError, readKeys } from './read-keys.ts';

interface Deps {
  readonly config: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>;
  readonly db: Knex;
  readonly log: Logger;
}

const OTHER_KEY =
  'Another secret key was accepted for this database while this process ran. ' +
  'End this process, and start it with the new key.';

/**
 * The keys of this process, as the database has them: read when somebody changes them, and every few seconds all the
 * same. What this process has, others are told on a connection that lives as long as the process.
 */
export function heldKeys({ config, db, log }: Deps) {
  const masters = masterKeys(config);
  const keys = keyring(config.SECRET_KEY);
  let line: DatabaseLine | null = null;
  let told: string | null = null;
  let loading: Promise<void> = Promise.resolve();
  keys.onMissing(loadAgain);

  /** One after the other, so that an older read never comes after a newer one. */
  function load(): Promise<void> {
    loading = loading.catch(() => {}).then(read);
    return loading;
  }

  async function read(): Promise<void> {
    keys.use(await readKeys(db, masters));
    // Who has not told keeps a rotation waiting, and nothing else.
    await tell().catch(() => {});
  }

  async function tell(): Promise<void> {
    const newest = Math.max(...keys.all().map(({ id }) => id ?? 0)) || null;
    const held = JSON.stringify([newest, keys.current().id]);
    if (line === null || told === held) return;
    await line.query(TELL_HELD, [hostname(), masters.map(({ fingerprint }) => fingerprint), newest, keys.current().id]);
    told = held;
  }

  function loadAgain(): void {
    // What was known stands; who looks every few seconds tries again.
    load().catch((error: unknown) => log.error({ err: error }, 'secret-key.not-read'));
  }

  return {
    keys,
    masters,
    /** Before anything is opened. */
    load,
    /** What to do where the database goes by other keys than this process has; null where it does not. */
    async sentence(): Promise<string | null> {
      try {
        await load();
        return null;
      } catch (error) {
        if (error instanceof NoMasterError) return OTHER_KEY;
        if (error instanceof DamagedKeysError) return error.message;
        throw error;
      }
    },
    subscription: {
      notified: loadAgain,
      listening(on) {
        [line, told] = [on, null];
        loadAgain();
      },
    } satisfies Subscription,
  };
}
export type HeldKeys = ReturnType<typeof heldKeys>;
