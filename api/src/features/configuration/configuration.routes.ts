import Router from '@koa/router';
import * as contract from '../../contract/configuration.ts';
import { done } from '../../contract/common.ts';
import { describeGraphVersion } from '../../config/graph-versions.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import { actorOf } from '../audit/audit.repository.ts';
import type { ConfiguredApp, ConfigurationRepository, NewApp } from './configuration.repository.ts';
import type { ConfigurationService } from './configuration.service.ts';
import type { ConfiguredValues } from './configured-values.ts';
import type { KeyTests } from './key-tests.ts';

/** Shown of a key, so that an administrator can tell which one it is. A short one shows nothing. */
const SHOWN_OF_KEY = 4;
const SHORT_KEY = 12;

interface Deps {
  readonly configuration: ConfiguredValues;
  readonly repository: ConfigurationRepository;
  readonly service: ConfigurationService;
  readonly tests: KeyTests;
  /** By what texts are written. */
  writing(): Writing;
  /** Of the server's settings, such as v19.0. */
  readonly graphVersion: string;
}

export function configurationRoutes({
  configuration,
  repository,
  service,
  tests,
  writing,
  graphVersion,
}: Deps): Router {
  const router = new Router();
  const present = () => ({ ...presentConfig(configuration, graphVersion), aiModel: writing().model });

  handle(router, contract.readApiConfig, async () => present());

  handle(router, contract.updateApiConfig, async ({ session, request, body }) => {
    // The mask that the screen was given says: leave it.
    const { openaiApiKey, fiztechApiKey, facebookAppMode } = body;
    if (body.tryFirst === true && typeof openaiApiKey === 'string' && !isMask(openaiApiKey))
      await tests.tryOpenai(openaiApiKey, request.signal());
    await service.update(
      actorOf(session, request),
      {
        openaiApiKey: isMask(openaiApiKey) ? undefined : openaiApiKey,
        fiztechApiKey: isMask(fiztechApiKey) ? undefined : fiztechApiKey,
        facebookAppMode,
      },
      session.idHash,
    );
    return present();
  });

  handle(router, contract.testApiKey, async ({ body, request }) => tests[body.key](request.signal()));

  handle(router, contract.listEnvironments, async () =>
    (await repository.promises()).map(({ environment, users, dueSoon }) => ({
      mode: environment,
      isCurrent: environment === configuration.currentEnvironment(),
      appId: configuration.facebookApp(environment)?.appId ?? null,
      users,
      dueSoon,
    })),
  );

  facebookApps(router, { repository, service });
  return router;
}

/** The apps that logins and publishing go through. */
function facebookApps(router: Router, { repository, service }: Pick<Deps, 'repository' | 'service'>): void {
  handle(router, contract.listFacebookApps, async () => (await repository.listApps()).map(presentApp));

  handle(router, contract.addFacebookApp, async ({ session, request, body }) => {
    if (isMask(body.appSecret))
      throw InvalidInputError.of([{ path: 'appSecret', message: 'Must be the secret itself, not its stars' }]);
    return presentApp(
      await service.addApp(actorOf(session, request), {
        appId: body.appId,
        appSecret: body.appSecret,
        mode: body.appMode,
        isActive: body.isActive ?? true,
        description: body.description || null,
      }),
    );
  });

  handle(router, contract.updateFacebookApp, async ({ session, request, params, body }) => {
    const changes: Partial<NewApp> = {
      ...(body.appId === undefined ? {} : { appId: body.appId }),
      ...(body.appSecret === undefined || isMask(body.appSecret) ? {} : { appSecret: body.appSecret }),
      ...(body.appMode === undefined ? {} : { mode: body.appMode }),
      ...(body.isActive === undefined ? {} : { isActive: body.isActive }),
      ...(body.description === undefined ? {} : { description: body.description || null }),
    };
    return presentApp(await service.updateApp(actorOf(session, request), params.id, changes));
  });

  handle(router, contract.deleteFacebookApp, async ({ session, request, params }) => {
    await service.removeApp(actorOf(session, request), params.id);
    return done;
  });
}

function presentConfig(configuration: ConfiguredValues, graphVersion: string): contract.ApiConfig {
  const mode = configuration.currentEnvironment();
  const app = configuration.facebookApp(mode);
  return {
    openaiApiKey: masked(configuration.openaiKey()),
    fiztechApiKey: masked(configuration.fiztechKey()),
    isOwnOpenaiKey: configuration.hasOwnOpenaiKey(),
    isOwnFiztechKey: configuration.hasOwnFiztechKey(),
    facebookAppId: app?.appId ?? null,
    facebookAppSecret: app === null ? null : contract.SECRET_MASK,
    facebookAppMode: mode,
    graphVersionNote: describeGraphVersion(graphVersion, new Date()),
  };
}

function isMask(secret: string | null | undefined): boolean {
  return secret?.startsWith(contract.SECRET_MASK) === true;
}

function masked(key: string | null): string | null {
  return key === null ? null : `${contract.SECRET_MASK}${key.length < SHORT_KEY ? '' : key.slice(-SHOWN_OF_KEY)}`;
}

function presentApp({ id, appId, mode, isActive, description }: ConfiguredApp): contract.FacebookApp {
  return { id, appId, appSecret: contract.SECRET_MASK, appMode: mode, isActive, description };
}
