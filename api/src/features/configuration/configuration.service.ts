import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import type { PromptVersions } from '../../prompts/writing.ts';
import type { Actor } from '../audit/audit.repository.ts';
import type { ConfiguredValues } from './configured-values.ts';
import type { ConfiguredApp, NewApp } from './configuration.repository.ts';
import { sessionsRepository } from '../sessions/sessions.repository.ts';
import { configurationChanges } from './configuration-changes.ts';

const NO_APP = 'This Facebook app is no longer set up.';
const SAME_APP = 'This environment already has this Facebook app. Edit that one instead.';
/** How long the browser of whoever switched may log in again as the administrator they are. */
const CARRIED_MINUTES = 10;

export interface ConfigChanges {
  /** null: back to the one of the server's settings. */
  readonly openaiApiKey?: string | null | undefined;
  readonly fiztechApiKey?: string | null | undefined;
  readonly facebookAppMode?: Environment | undefined;
}

/** By what texts are to be written. */
interface NewWriting {
  readonly model: string;
  readonly versions: PromptVersions;
  /** Chosen, it is not kept: it follows the server's settings. */
  readonly modelOfServer: string;
}

export interface Deps {
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly configuration: ConfiguredValues;
  /** The AI is asked with another key from now on. */
  readonly aiKeyChanged: () => Promise<void>;
}

/** Changes by administrators. Each is in the log, in the same transaction, without its secrets. */
export function configurationService(deps: Deps) {
  const changes = configurationChanges(deps);
  const { change, keepLoginPossible } = changes;
  return {
    /** @param sessionHash whose browser stays an administrator's when the environment changes under it */
    update: async (actor: Actor, wanted: ConfigChanges, sessionHash: Buffer): Promise<void> => {
      await change(actor, async (repository, trx, note) => {
        if (wanted.openaiApiKey !== undefined) {
          await repository.setKey('openai_api_key', wanted.openaiApiKey);
          await note(keyAction(wanted.openaiApiKey), 'OpenAI key', null, null);
        }
        if (wanted.fiztechApiKey !== undefined) {
          await repository.setKey('fiztech_api_key', wanted.fiztechApiKey);
          await note(keyAction(wanted.fiztechApiKey), 'Tech site key', null, null);
        }
        const mode = wanted.facebookAppMode;
        if (mode === undefined) return;
        const before = await repository.lockMode();
        if (before === mode) return;
        await repository.setMode(mode);
        await keepLoginPossible(repository);
        await sessionsRepository(trx).carry(sessionHash, CARRIED_MINUTES);
        await note('configuration.environment-switched', 'Environment', { mode: before }, { mode });
      });
      if (wanted.openaiApiKey !== undefined) await deps.aiKeyChanged();
    },

    chooseWriting: choosingWriting(change),

    ...changingApps(changes),
  };
}
export type ConfigurationService = ReturnType<typeof configurationService>;

/** What administrators do with the apps of Facebook that people log in through. */
function changingApps({ change, keepLoginPossible }: ReturnType<typeof configurationChanges>) {
  return {
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

function keyAction(key: string | null) {
  return key === null ? 'configuration.key-removed' : 'configuration.key-changed';
}

function subjectOf({ appId, mode }: ConfiguredApp): string {
  return `Facebook app ${appId} (${mode})`;
}

function factsOf({ appId, mode, isActive, description }: ConfiguredApp): object {
  return { appId, mode, isActive, description };
}

/** What makes a model and versions of prompts those by which texts are written. */
function choosingWriting(change: ReturnType<typeof configurationChanges>['change']) {
  /** @param figures of the exam that it sat, which stay with the change */
  return (actor: Actor, { model, versions, modelOfServer }: NewWriting, figures: object): Promise<void> =>
    change(actor, async (repository, _trx, note) => {
      const { writing: before } = await repository.read();
      await repository.setWriting({ model: model === modelOfServer ? null : model, versions });
      await note(
        'configuration.model-chosen',
        'AI model',
        { model: before.model ?? modelOfServer, prompts: before.versions },
        { model, prompts: versions, ...figures },
      );
    });
}
