import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { sharedSettings } from '../../db/shared-settings.ts';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../contract/common.ts';
import { databaseListener, type Subscription } from '../../db/listener.ts';
import { processLine } from '../../db/release-mark.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import type { Configured, ConfigurationRepository } from './configuration.repository.ts';

const NOTHING: Configured = {
  mode: 'development',
  openaiApiKey: null,
  fiztechApiKey: null,
  writing: { model: null, versions: {} },
  apps: new Map(),
};

const READ_AGAIN_MS = 1000;

/**
 * What this process goes by right now: the administrator's panel first, then the variables of the server. Kept in
 * memory, since every request and every post asks; a change in any process is here within milliseconds.
 */
export function configuredValues({
  config,
  db,
  repository,
  secretKeys,
  log,
}: {
  config: Config;
  db: Knex;
  repository: ConfigurationRepository;
  /** Heard of on the same line. */
  secretKeys: { readonly subscription: Subscription };
  log: Logger;
}) {
  const ofServer: FacebookApp | null =
    config.FB_APP_ID === undefined || config.FB_APP_SECRET === undefined
      ? null
      : { appId: config.FB_APP_ID, appSecret: config.FB_APP_SECRET };
  let current = NOTHING;
  let changed: () => void = () => {};
  const { load, loadAgain, stop } = readingUntilRead(async () => {
    const before = current.mode;
    current = await repository.read();
    if (before !== current.mode) changed();
  }, log);
  const listener = databaseListener({
    databaseUrl: config.DATABASE_URL,
    name: processLine('configuration'),
    log,
    channels: {
      configuration: { notified: loadAgain, listening: loadAgain },
      data_keys: secretKeys.subscription,
      shared_settings: sharedSettings(config).subscription({ db, log }),
    },
  });

  return {
    /** Reads everything; before that the variables of the server stand. */
    load,
    /** Hears of changes in other processes. */
    start: listener.start,
    async stop(): Promise<void> {
      stop();
      await listener.stop();
    },
    /** Calls back when another environment is shown. */
    onEnvironment: (callback: () => void) => {
      changed = callback;
    },

    /** The app of the server's settings serves every environment that has none of its own; null where there is none. */
    appOfServer: ofServer,
    facebookApp: (environment: Environment): FacebookApp | null => current.apps.get(environment) ?? ofServer,
    currentEnvironment: (): Environment => current.mode,
    openaiKey: (): string | null => current.openaiApiKey ?? config.OPENAI_API_KEY ?? null,
    /** By what texts are written, where an administrator chose; model null: the one of the server's settings. */
    chosenWriting: (): Configured['writing'] => current.writing,
    /** Set in the panel, and not by the variables of the server. */
    hasOwnOpenaiKey: (): boolean => current.openaiApiKey !== null,
    hasOwnFiztechKey: (): boolean => current.fiztechApiKey !== null,
    fiztechKey: (): string | null => current.fiztechApiKey ?? config.FIZTECH_API_KEY ?? null,
  };
}
export type ConfiguredValues = ReturnType<typeof configuredValues>;

function readingUntilRead(read: () => Promise<void>, log: Logger) {
  let loading: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** One after the other, so that an older read never comes after a newer one. */
  function load(): Promise<void> {
    loading = loading.catch(() => {}).then(read);
    return loading;
  }

  /** Until it gets through what was known stands: nobody may change anything again for weeks. */
  function loadAgain(): void {
    clearTimeout(again);
    load().catch((error: unknown) => {
      log.error({ err: error }, 'configuration.not-read');
      if (!isStopped) again = setTimeout(loadAgain, READ_AGAIN_MS);
    });
  }

  return {
    load,
    loadAgain,
    stop(): void {
      isStopped = true;
      clearTimeout(again);
    },
  };
}
