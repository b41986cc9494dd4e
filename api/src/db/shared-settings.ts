import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { DatabaseLine } from './line.ts';
import type { Subscription } from './listener.ts';
import { HOLD_SETTING, otherHolders } from './shared-settings.sql.ts';

const ADDRESSES = ['FB_GRAPH_BASE', 'FB_GRAPH_VIDEO_BASE', 'FB_RUPLOAD_BASE', 'FIZTECH_API_URL'] as const;
type Settings = Pick<
  Config,
  'PUBLIC_URL' | 'FB_APP_ID' | 'FB_APP_SECRET' | 'ADMIN_FACEBOOK_IDS' | (typeof ADDRESSES)[number]
>;

interface Shared {
  /** As operators know it. */
  readonly names: string;
  readonly breaks: string;
  readonly value: string;
}

const OF_THIS_MACHINE = /^http:\/\/localhost:\d+$/;

/** Variables that all processes of one database have in common. */
function sharedOf(settings: Settings): Shared[] {
  const { PUBLIC_URL, FB_APP_ID = '', FB_APP_SECRET = '', ADMIN_FACEBOOK_IDS } = settings;
  return [
    {
      names: 'PUBLIC_URL',
      breaks: 'Links in mails and at Facebook would lead to different places',
      // Of one machine: nobody set it, so that its processes have a port each, or they were given that of one of them.
      value: OF_THIS_MACHINE.test(PUBLIC_URL) ? '' : PUBLIC_URL,
    },
    {
      names: 'FB_APP_ID and FB_APP_SECRET',
      breaks: 'Who logged in at one would be unknown to the other',
      value: `${FB_APP_ID} ${FB_APP_SECRET}`,
    },
    {
      names: 'ADMIN_FACEBOOK_IDS',
      breaks: 'Who is an administrator at one would not be let in by the other',
      // A set: its order and what is said twice mean nothing.
      value: [...new Set(ADMIN_FACEBOOK_IDS)].toSorted().join(' '),
    },
    {
      names: ADDRESSES.join(', '),
      breaks: 'What one publishes would never be where the other looks for it',
      value: ADDRESSES.map((name) => settings[name] ?? '').join(' '),
    },
  ];
}

/**
 * Whether other processes of the database run with other values. Each process holds locks that are named by a part of
 * a hash of its values: no value leaves it.
 */
export function sharedSettings(config: Settings) {
  const shared = sharedOf(config).map((one) => ({
    ...one,
    lock: { setting: numberOf(one.names), value: numberOf(one.value) },
  }));

  return {
    /** What to do where another process has other values; null where none has. */
    async find(db: Knex): Promise<string | null> {
      for (const { names, breaks, lock } of shared) {
        const places = await otherHolders(db, lock);
        if (places.length > 0) return sentenceOf(names, breaks, places);
      }
      return null;
    },

    /** Holds them as long as this process lives. */
    subscription({ db, log }: { readonly db: Knex; readonly log: Logger }): Subscription {
      const hold = async (line: DatabaseLine) => {
        for (const { lock } of shared) await line.query(HOLD_SETTING, [lock.setting, lock.value]);
        // Two that started at the same moment saw nothing of each other.
        const reason = await this.find(db);
        if (reason !== null) log.error({ reason }, 'process.settings-differ');
      };
      return {
        notified: () => {},
        listening: (line) =>
          void hold(line).catch((error: unknown) => log.warn({ err: error }, 'process.settings-not-held')),
      };
    },
  };
}

function sentenceOf(names: string, breaks: string, places: readonly (string | null)[]): string {
  const where = places.map((place) => place ?? 'this machine').join(', ');
  return (
    `Another process of this database, at ${where}, has another ${names} than this one. ${breaks}. ` +
    'Give all the same. To change it, stop the others: this one starts once they have ended.'
  );
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1;
}
