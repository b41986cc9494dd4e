import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { createAi } from '../../ai/create-ai.ts';
import type { Config } from '../../config/config.ts';
import type { Subscription } from '../../db/listener.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { fiztechClient } from '../../networks/fiztech/fiztech-client.ts';
import { configurationRepository } from './configuration.repository.ts';
import { configurationRoutes } from './configuration.routes.ts';
import { configurationService } from './configuration.service.ts';
import { configuredValues } from './configured-values.ts';
import { keyTests } from './key-tests.ts';

/** An administrator waits for it: an AI that has not answered by then is away. */
const KEY_TRIAL_MS = 15_000;

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly secretKeys: { readonly subscription: Subscription };
  readonly log: Logger;
}

/** What administrators set up: the environment that is shown, its Facebook app, and keys of other services. */
export function createConfiguration({ config, db, secrets, secretKeys, log }: Deps) {
  const repository = configurationRepository(db, secrets);
  const configuration = configuredValues({ config, db, repository, secretKeys, log });

  /** The tech site by the key in use; null where its address is not set. */
  const fiztech =
    config.FIZTECH_API_URL === undefined
      ? null
      : fiztechClient({ base: config.FIZTECH_API_URL, key: configuration.fiztechKey });
  const ai = createAi({ config, keyInUse: configuration.openaiKey, chosen: configuration.chosenWriting });
  const complete = ai.complete();
  const heard: (() => Promise<void>)[] = [];
  const aiKeyChanged = async () => {
    for (const work of heard) await work();
  };
  const completeWith = (key: string) => ai.completeWith(key, { retries: 0, giveUpMs: KEY_TRIAL_MS });
  const service = configurationService({ db, secrets, configuration, aiKeyChanged });
  return {
    ...configuration,
    chooseWriting: service.chooseWriting,
    ai,
    fiztech,
    /** Work for the process in which an administrator changes the key of the AI. */
    onAiKey: (work: () => Promise<void>) => void heard.push(work),
    routes: [
      configurationRoutes({
        configuration,
        repository,
        service,
        tests: keyTests({ complete, completeWith, writing: ai.writing, fiztech }),
        writing: ai.writing,
        graphVersion: config.FB_GRAPH_VERSION,
      }),
    ],
  };
}
export type Configuration = ReturnType<typeof createConfiguration>;
