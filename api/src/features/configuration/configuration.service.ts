import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import { auditRepository, type Actor } from '../audit/audit.repository.ts';
import type { ConfiguredValues } from './configured-values.ts';
import {
  configurationRepository,
  type ConfigurationRepository,
  type ConfiguredApp,
  type NewApp,
} from './configuration.repository.ts';
import { sessionsRepository } from '../sessions/sessions.repository.ts';

const NO_APP = 'This Facebook app is not set up any more.';
const SAME_APP = 'This environment has this Facebook app already. Change that one instead.';
/** How long the browser of whoever switched may log in again as the administrator they are. */
const CARRIED_MINUTES = 10;

export interface ConfigChanges {
  readonly openaiApiKey?: string | undefined;
  readonly fiztechApiKey?: string | undefined;
  readonly facebookAppMode?: Environment | undefined;
}

/** Changes by administrators. Each is in the log, in the same transaction, without its secrets. */
export function configurationService({
  db,
  secrets,
  configuration,
}: {
  db: Knex;
  secrets: SecretBox;
  configuration: ConfiguredValues;
}) {
  async function change<Result>(
    actor: Actor,
    work: (
      repository: ConfigurationRepository,
      trx: Knex.Transaction,
      note: (action: string, subject: string, before: object | null, after: object | null) => Promise<void>,
    ) => Promise<Result>,
  ): Promise<Result> {
    const result = await db.transaction(async (trx) => {
      const repository = configurationRepository(trx, secrets);
      // One administrator at a time: two who activate apps of one environment would else meet at its only place.
      await repository.lockMode();
      return work(repository, trx, (action, subject, before, after) =>
        auditRepository(trx).record(actor, { action, subject, before, after }),
      );
    });
    // Here at once; the other processes hear of it.
    await configuration.load();
    return result;
  }

  /** Without an app nobody could log in any more, administrators included. */
  async function keepLoginPossible(repository: ConfigurationRepository): Promise<void> {
    if (configuration.appOfServer !== null) return;
    const { mode, apps } = await repository.read();
    if (!apps.has(mode))
      throw new ConflictError(
        `Nobody could log in any more: ${mode} would have no active Facebook app. Add one for it first.`,
      );
  }

  return {
    /** @param sessionHash whose browser stays an administrator's when the environment changes under it */
    update: (actor: Actor, changes: ConfigChanges, sessionHash: Buffer): Promise<void> =>
      change(actor, async (repository, trx, note) => {
        if (changes.openaiApiKey !== undefined) {
          await repository.setKey('openai_api_key', changes.openaiApiKey);
          await note('configuration.key-changed', 'OpenAI key', null, null);
        }
        if (changes.fiztechApiKey !== undefined) {
          await repository.setKey('fiztech_api_key', changes.fiztechApiKey);
          await note('configuration.key-changed', 'Tech site key', null, null);
        }
        const mode = changes.facebookAppMode;
        if (mode === undefined) return;
        const before = await repository.lockMode();
        if (before === mode) return;
        await repository.setMode(mode);
        await keepLoginPossible(repository);
        await sessionsRepository(trx).carry(sessionHash, CARRIED_MINUTES);
        await note('configuration.environment-switched', 'Environment', { mode: before }, { mode });
      }),

    /** @throws ConflictError when the environment has this app already */
    addApp: (actor: Actor, app: NewApp): Promise<ConfiguredApp> =>
      change(actor, async (repository, _trx, note) => {
        if (app.isActive) await repository.deactivate(app.mode, null);
        const added = await repository.addApp(app);
        if (added === null) throw new ConflictError(SAME_APP);
        await note('facebook-apps.added', subjectOf(added), null, factsOf(added));
        return added;
      }),

    /** @throws NotFoundError; ConflictError when the environment has such an app already */
    updateApp: (actor: Actor, id: number, changes: Partial<NewApp>): Promise<ConfiguredApp> =>
      change(actor, async (repository, _trx, note) => {
        const before = await repository.findApp(id);
        if (before === null) throw new NotFoundError(NO_APP);
        const [mode, appId] = [changes.mode ?? before.mode, changes.appId ?? before.appId];
        if (
          (await repository.listApps()).some((other) => other.id !== id && other.mode === mode && other.appId === appId)
        )
          throw new ConflictError(SAME_APP);
        if (changes.isActive ?? before.isActive) await repository.deactivate(mode, id);
        const after = await repository.updateApp(id, changes);
        await keepLoginPossible(repository);
        await note('facebook-apps.changed', subjectOf(after), factsOf(before), {
          ...factsOf(after),
          ...(changes.appSecret === undefined ? {} : { secret: 'changed' }),
        });
        return after;
      }),

    /** @throws NotFoundError */
    removeApp: (actor: Actor, id: number): Promise<void> =>
      change(actor, async (repository, _trx, note) => {
        const removed = await repository.findApp(id);
        if (removed === null) throw new NotFoundError(NO_APP);
        await repository.removeApp(id);
        await keepLoginPossible(repository);
        await note('facebook-apps.deleted', subjectOf(removed), factsOf(removed), null);
      }),
  };
}
export type ConfigurationService = ReturnType<typeof configurationService>;

function subjectOf({ appId, mode }: ConfiguredApp): string {
  return `Facebook app ${appId} (${mode})`;
}

function factsOf({ appId, mode, isActive, description }: ConfiguredApp): object {
  return { appId, mode, isActive, description };
}
