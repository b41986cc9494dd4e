import path from 'node:path';
import { constants } from 'node:zlib';
import Router from '@koa/router';
import compress from 'koa-compress';
import Koa from 'koa';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import * as contract from './contract/index.ts';
import { openDatabase } from './db/database.ts';
import { secretBox } from './db/secrets.ts';
import { createCallBudget } from './facebook/call-budget.ts';
import { graphClient } from './facebook/graph-client.ts';
import { articlesRoutes } from './features/articles/articles.routes.ts';
import { fiztechClient } from './networks/fiztech/fiztech-client.ts';
import { NETWORK_MODULES, networksOf, type MakeNetwork } from './networks/networks.ts';
import { accessRepository } from './features/access/access.repository.ts';
import { accessRoutes } from './features/access/access.routes.ts';
import { accessService } from './features/access/access.service.ts';
import { accountDeletionService } from './features/accounts/account-deletion.service.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { goneIds } from './features/audit/gone-person.ts';
import { facebookAccounts } from './facebook/facebook-accounts.ts';
import { loginService } from './features/accounts/login.service.ts';
import { deletionReceiptsRepository } from './features/accounts/deletion-receipts.repository.ts';
import { usersRepository } from './features/accounts/users.repository.ts';
import { configurationRepository } from './features/configuration/configuration.repository.ts';
import { configurationRoutes } from './features/configuration/configuration.routes.ts';
import { configurationService } from './features/configuration/configuration.service.ts';
import { createConfiguration } from './features/configuration/configuration.ts';
import { keyTests } from './features/configuration/key-tests.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { draftsRepository } from './features/drafts/drafts.repository.ts';
import { draftsRoutes } from './features/drafts/drafts.routes.ts';
import { engagementRefreshJob } from './features/engagement/refresh-engagement.job.ts';
import { engagementRoutes } from './features/engagement/engagement.routes.ts';
import { engagementService } from './features/engagement/engagement.service.ts';
import { aiBudget } from './features/ai-calls/ai-budget.ts';
import { aiCallsRepository } from './features/ai-calls/ai-calls.repository.ts';
import { recordedCall } from './features/generation/recorded-call.ts';
import { createAutomation } from './features/automation/engine.ts';
import { automationRoutes } from './features/automation/automation.routes.ts';
import { automationService } from './features/automation/automation.service.ts';
import { queueService } from './features/automation/queue.service.ts';
import { auditRepository } from './features/audit/audit.repository.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { changeNotifier } from './features/events/change-notices.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { liveEvents } from './features/events/live-events.ts';
import {
  facebookCallbacksRoutes,
  isFacebookCallback,
} from './features/facebook-callbacks/facebook-callbacks.routes.ts';
import { facebookCallbacks } from './features/facebook-callbacks/facebook-callbacks.service.ts';
import { articleGenerator } from './features/generation/article-generator.ts';
import { completion } from './features/generation/completion.ts';
import { generationRoutes } from './features/generation/generation.routes.ts';
import { textGenerator } from './features/generation/text-generator.ts';
import { idempotencyKeysRepository } from './features/idempotency/idempotency-keys.repository.ts';
import { impersonationRoutes } from './features/impersonation/impersonation.routes.ts';
import { impersonationService } from './features/impersonation/impersonation.service.ts';
import { recordImpersonation } from './features/impersonation/record-impersonation.ts';
import { invitationsRoutes } from './features/invitations/invitations.routes.ts';
import { invitationsService } from './features/invitations/invitations.service.ts';
import { pendingLogins } from './features/invitations/pending-login.ts';
import { diskStorage } from './features/media/disk-storage.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { mediaService } from './features/media/media.service.ts';
import { sweepMediaJobs } from './features/media/sweep-media.job.ts';
import { tusUploads } from './features/media/tus-uploads.ts';
import { notificationsRepository } from './features/notifications/notifications.repository.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { sweepNotificationsJob } from './features/notifications/sweep-notifications.job.ts';
import { oembedRoutes } from './features/oembed/oembed.routes.ts';
import { oembedService } from './features/oembed/oembed.service.ts';
import { checkPagesJob } from './features/pages/check-pages.job.ts';
import { lostLogin } from './features/pages/lost-login.ts';
import { pageChecksRepository } from './features/pages/page-checks.repository.ts';
import { pageChecksService } from './features/pages/page-checks.service.ts';
import { pageWarningsRepository } from './features/pages/page-warnings.repository.ts';
import { pagesRepository } from './features/pages/pages.repository.ts';
import { pagesRoutes } from './features/pages/pages.routes.ts';
import { pagesService } from './features/pages/pages.service.ts';
import { foundPostsRepository } from './features/posts/found-posts.repository.ts';
import { postChecksRepository } from './features/posts/post-checks.repository.ts';
import { postChecksRoutes } from './features/posts/post-checks.routes.ts';
import { indexWordsJob } from './features/posts/index-words.job.ts';
import { postsRepository } from './features/posts/posts.repository.ts';
import { postsRoutes } from './features/posts/posts.routes.ts';
import { postsService } from './features/posts/posts.service.ts';
import { waitingPostsRepository } from './features/posts/waiting-posts.repository.ts';
import { waitingPostsRoutes } from './features/posts/waiting-posts.routes.ts';
import { SEND_TIMEOUT_SECONDS } from './features/publishing/timing.ts';
import { createPublishing, type Publishing } from './features/publishing/publishing.ts';
import { scheduleOfOwner } from './features/publishing/schedule-of-owner.ts';
import { releaseFiles } from './features/remotes/release-files.ts';
import { releasesRoutes } from './features/remotes/releases.routes.ts';
import { releasesService } from './features/remotes/releases.service.ts';
import { remoteLoadsRepository } from './features/remotes/remote-loads.repository.ts';
import { remotesRepository } from './features/remotes/remotes.repository.ts';
import { remotesRoutes } from './features/remotes/remotes.routes.ts';
import { sessionCookieName, sessionMiddleware } from './features/sessions/session-middleware.ts';
import { sessionsRepository } from './features/sessions/sessions.repository.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { statusRepository } from './features/status/status.repository.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { timelineRepository } from './features/timeline/timeline.repository.ts';
import { timelineRoutes } from './features/timeline/timeline.routes.ts';
import { bodies } from './http/bodies.ts';
import { clientAddress } from './http/client-address.ts';
import { dispatch } from './http/dispatch.ts';
import { errorMiddleware } from './http/error-middleware.ts';
import { servedBy } from './http/handle.ts';
import { healthRoutes } from './http/health.routes.ts';
import { lendTurns } from './http/heavy-calls.ts';
import { requestLog } from './http/logging.ts';
import { lendIntake } from './http/media-intake.ts';
import { createMetrics } from './http/metrics.ts';
import { noteOperator } from './http/operators.ts';
import { plainAddress, withPath } from './http/plain-address.ts';
import { rateLimits } from './http/rate-limit.ts';
import { sameOriginOnly } from './http/same-origin.ts';
import { securityHeaders } from './http/security-headers.ts';
import { shellDelivery } from './features/remotes/shell-delivery.ts';
import { readOnly, unservedCalls } from './http/unserved.ts';
import type { Job } from './jobs/jobs.ts';

/** A page tells of each of its areas once; more than this is not telling any more. */
const REPORTS_PER_MINUTE = 240;

/** Everything of one process, put together: the server, and the work that the clock starts. */
export function createApp({
  config,
  db,
  log,
  networks: modules = NETWORK_MODULES,
}: {
  config: Config;
  db: Knex;
  log: Logger;
  networks?: readonly MakeNetwork[];
}) {
  const state = { isStopping: false };
  // Requests can take the connections of neither: what the clock starts never waits for a person's searches.
  const automationDb = openDatabase(config.DATABASE_URL, 'loop', { connections: 3 });
  const sweepsDb = openDatabase(config.DATABASE_URL, 'exports', { connections: 2 });
  const metrics = createMetrics();
  const secrets = secretBox(config.SECRET_KEY);
  const goneId = goneIds(config.SECRET_KEY);
  const pending = pendingLogins({ secrets, publicUrl: config.PUBLIC_URL });
  const budget = createCallBudget({
    onSpent: (whose, minutes) =>
      void publishing
        .beginCooldown(whose, minutes)
        .catch((error: unknown) => log.error({ err: error }, 'facebook.cooldown-not-recorded')),
  });
  const graph = graphClient({
    base: config.FB_GRAPH_BASE,
    videoBase: config.FB_GRAPH_VIDEO_BASE,
    ruploadBase: config.FB_RUPLOAD_BASE,
    version: config.FB_GRAPH_VERSION,
    timeoutMs: SEND_TIMEOUT_SECONDS * 1000,
    onUsage: budget.note,
    onOtherVersion: (asked, served) => log.warn({ asked, served }, 'facebook.serves-another-version'),
  });
  const configured = configurationRepository(db, secrets);
  const configuration = createConfiguration({ config, repository: configured, log });
  const { facebookApp, currentEnvironment } = configuration;
  const fiztech =
    config.FIZTECH_API_URL === undefined
      ? null
      : fiztechClient({ base: config.FIZTECH_API_URL, key: configuration.fiztechKey });

  const networksOn = (of: Knex) =>
    networksOf(modules, {
      config,
      db: of,
      graph,
      fiztech,
      facebookApp,
      findPage: pagesRepository(of, secrets).forPublishing,
    });
  const networks = networksOn(db);

  const cookieName = sessionCookieName(config.PUBLIC_URL);
  const sessions = sessionsRepository(db);
  const access = accessRepository(db);
  const users = usersRepository(db, secrets);
  const pagesRows = pagesRepository(db, secrets);
  const posts = postsRepository(db);
  const foundPosts = foundPostsRepository(db);
  const idempotencyKeys = idempotencyKeysRepository(db);
  const remotes = remotesRepository(db);
  const notifications = notificationsRepository(db);
  const pageWarnings = pageWarningsRepository(db);
  const releasesDir = path.join(config.DATA_DIR, 'releases');
  const releases = releaseFiles(releasesDir);
  const remoteLoads = remoteLoadsRepository(db);

  const facebook = facebookAccounts(graph);
  const changes = changeNotifier({ db, log });
  const storage = diskStorage(path.join(config.DATA_DIR, 'media'));
  const media = mediaService({ db, storage });
  const logins = lostLogin({
    db,
    facebook,
    log,
    userToken: users.token,
    pagesIn: (trx) => pagesRepository(trx, secrets),
    holdPosts: (trx, id, problem) => publishing.holdPage(trx, id, problem),
  });
  const publishing: Publishing = createPublishing({
    databaseUrl: config.DATABASE_URL,
    pagesOn: (loopDb) => pagesRepository(loopDb, secrets),
    login: logins,
    graph,
    networksOn,
    facebookApp,
    adminIds: config.ADMIN_FACEBOOK_IDS,
    metrics,
    log,
    mediaOn: (loopDb) => mediaService({ db: loopDb, storage }).forPost,
    moved: changes.soon,
  });
  const pageChecks = pageChecksService({
    db,
    checks: pageChecksRepository(db, secrets),
    facebook,
    budget,
    log,
    facebookApp,
    userToken: users.token,
    login: logins,
    holdPosts: publishing.holdPage,
    releasePosts: publishing.releasePages,
    releaseForgotten: publishing.releaseForgotten,
  });
  const pages = pagesService({
    pages: pagesRows,
    facebook,
    checks: pageChecks,
    userToken: users.token,
    facebookApp,
    releasePosts: (ids) => publishing.releasePages(ids),
    removeWithPosts: (owner, id) =>
      db.transaction(async (trx) => {
        await publishing.endScheduleOfPage(trx, owner, id);
        return pagesRepository(trx, secrets).remove(owner, id);
      }),
  });
  const accessChanges = accessService({ db, adminIds: config.ADMIN_FACEBOOK_IDS });
  const login = loginService({
    goneId,
    letIn: accessChanges.add,
    facebook,
    access,
    users,
    sessions,
    pages,
    adminIds: config.ADMIN_FACEBOOK_IDS,
    facebookApp,
  });
  const engagement = engagementService({ db, posts, pages: pagesRows, graph, budget, facebookApp });
  const ai = { apiKey: configuration.openaiKey, baseUrl: config.OPENAI_BASE_URL, model: config.OPENAI_MODEL };
  const complete = completion(ai);

  const automationCalls = automationService({ db });
  const deletion = accountDeletionService({
    db,
    goneId,
    schedule: scheduleOfOwner,
    stopAutomation: automationCalls.stop,
    removeFiles: (owner) => media.remove(owner, 'all'),
  });
  const callbacks = facebookCallbacks({ db, deletion, log, facebookApp, holdPosts: publishing.holdPage });
  const aiCalls = aiCallsRepository(db);
  const aiDailyBudget = aiBudget({
    db,
    budgets: { mine: config.AI_DAILY_BUDGET_PER_USER, all: config.AI_DAILY_BUDGET },
  });
  const postsCalls = postsService({
    db,
    posts,
    idempotencyKeys,
    pages: pagesRows,
    publishing,
    media,
    graph,
    hasCalledAi: aiCalls.isOf,
    facebookApp,
    linksOf: (target) => networks.of(target).links,
  });
  const automation = createAutomation({
    db: automationDb,
    calls: aiCalls,
    complete: completion({ ...ai, retries: 0 }),
    model: ai.model,
    adminIds: config.ADMIN_FACEBOOK_IDS,
    metrics,
    log,
    moved: changes.soon,
    budget: aiDailyBudget,
  });

  const status = statusRepository(db);
  const events = liveEvents({
    databaseUrl: config.DATABASE_URL,
    sessions,
    adminIds: config.ADMIN_FACEBOOK_IDS,
    metrics,
    log,
    deploymentStatus: async () => `${(await status.loop()).isRunning} ${currentEnvironment()}`,
  });

  configuration.onEnvironment(() => {
    void events.recheck();
    void events.watchStatus();
  });

  const limits = rateLimits(db);
  const calls = [
    accountsRoutes({
      config,
      cookieName,
      users,
      sessions,
      access,
      login,
      facebook,
      deletion,
      pending,
      log,
      currentEnvironment,
      facebookApp,
      loginLimit: limits.perMinute('login', config.LOGIN_RATE_LIMIT),
    }),
    impersonationRoutes({
      impersonation: impersonationService({ db, adminIds: config.ADMIN_FACEBOOK_IDS }),
      cookieName,
    }),
    facebookCallbacksRoutes({ callbacks, receipts: deletionReceiptsRepository(db), publicUrl: config.PUBLIC_URL }),
    pagesRoutes({ pages, warnings: pageWarnings }),
    notificationsRoutes({ notifications, warningsOf: pageWarnings.list }),
    postsRoutes({ posts, found: foundPosts, service: postsCalls }),
    // After the others: its /api/posts/:id would fit their paths too.
    waitingPostsRoutes({ waiting: waitingPostsRepository(db), service: postsCalls }),
    mediaRoutes({ media, uploads: tusUploads({ db, storage }) }),
    postChecksRoutes({ checks: postChecksRepository(db), pages: pagesRows }),
    draftsRoutes({ drafts: draftsRepository(db) }),
    articlesRoutes({ posts: postsCalls }),
    engagementRoutes({ engagement }),
    timelineRoutes({ posts, timeline: timelineRepository(db) }),
    generationRoutes({
      generator: textGenerator(complete),
      articles: articleGenerator(complete),
      record: recordedCall({ calls: aiCalls, budget: aiDailyBudget, model: config.OPENAI_MODEL }),
    }),
    automationRoutes({
      db,
      service: automationCalls,
      queue: queueService({
        db,
        editPost: (trx, author, id, content) => postsRepository(trx).change(author, id, ['scheduled'], { content }),
      }),
      limitMicros: config.AI_DAILY_BUDGET_PER_USER,
      spentToday: aiCalls.spentToday,
      moved: changes.soon,
    }),
    dashboardRoutes({ db }),
    settingsRoutes({ db }),
    invitationsRoutes({
      db,
      service: invitationsService({ db }),
      pending,
      currentEnvironment,
      codeLimit: limits.perMinute('code', config.CODE_RATE_LIMIT),
    }),
    accessRoutes({ access, service: accessChanges }),
    configurationRoutes({
      configuration,
      repository: configured,
      service: configurationService({ db, secrets, configuration }),
      tests: keyTests({ complete, fiztech }),
    }),
    auditRoutes({ audit: auditRepository(db), goneId }),
    oembedRoutes({ oembed: oembedService({ graph, facebookApp }), sdkUrl: config.FB_SDK_URL }),
    remotesRoutes({ remotes, releasesDir }),
    releasesRoutes({
      remotes,
      releases: releasesService({ db, files: releases }),
      loads: remoteLoads,
      reportLimit: limits.perMinute('report', REPORTS_PER_MINUTE),
      log,
    }),
    eventsRoutes({ events }),
    statusRoutes({ status, currentEnvironment }),
  ];
  assertServedOnce(calls);

  const server = new Koa();
  server.on('error', (error: NodeJS.ErrnoException) => {
    // A caller that goes away in the middle, or breaks what it sends, is no fault of ours.
    if (
      !error.code?.startsWith('HPE_') &&
      error.code !== 'ECONNRESET' &&
      error.code !== 'EPIPE' &&
      error.code !== 'ERR_STREAM_PREMATURE_CLOSE'
    )
      log.error({ err: error }, 'server.error');
  });
  server.use(withPath);
  server.use(bodies());
  server.use(requestLog(log));
  server.use(metrics.middleware);
  server.use(securityHeaders(config));
  server.use(errorMiddleware(log));
  server.use(plainAddress);
  server.use(clientAddress(config.TRUST_PROXY));
  server.use(noteOperator(config));
  server.use(
    compress({ threshold: 1024, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, zstd: false, deflate: false }),
  );
  const health = healthRoutes({
    db,
    metrics,
    health: { isStopping: () => state.isStopping, sinceTick: () => publishing.sinceTick(), runsLoop: config.LOOP },
  });
  server.use(dispatch(health));
  server.use(sameOriginOnly(config.PUBLIC_URL, isFacebookCallback));
  server.use(sessionMiddleware({ sessions, cookieName, adminIds: config.ADMIN_FACEBOOK_IDS }));
  server.use(recordImpersonation(db));
  server.use(lendIntake(storage));
  server.use(lendTurns());
  const router = new Router();
  for (const part of calls) router.use(part.routes());
  server.use(dispatch(router));
  server.use(unservedCalls(router));
  server.use(
    shellDelivery({
      webRoot: config.WEB_ROOT,
      publicUrl: config.PUBLIC_URL,
      remoteHosts: config.REMOTE_HOSTS,
      overridesFor: config.REMOTE_OVERRIDES,
      remotes,
    }).routes(),
  );
  server.use(readOnly);

  const jobs: Job[] = [
    ...publishing.jobs,
    ...automation.jobs,
    engagementRefreshJob({ engagement }),
    ...sweepMediaJobs({ media: mediaService({ db: sweepsDb, storage }) }),
    { name: 'notify-changes', rule: '*/5 * * * * *', run: () => changes.notify() },
    checkPagesJob({ checks: pageChecks }),
    sweepNotificationsJob({ notifications: notificationsRepository(sweepsDb) }),
    indexWordsJob({ found: foundPostsRepository(sweepsDb) }),
    { name: 'delete-accounts', rule: '23 * * * * *', run: callbacks.run },
    { name: 'sweep-remote-loads', rule: '0 29 * * * *', run: () => remoteLoadsRepository(sweepsDb).forgetOld() },
    { name: 'sweep-sessions', rule: '0 17 * * * *', run: () => sessionsRepository(sweepsDb).removeExpired() },
    { name: 'sweep-rate-limits', rule: '0 */10 * * * *', run: () => limits.forgetOld() },
    {
      name: 'sweep-idempotency-keys',
      rule: '0 41 * * * *',
      run: () => idempotencyKeysRepository(sweepsDb).forgetOld(),
    },
  ];

  /** Gives the connections of the work that the clock starts back, when it has stopped. */
  const close = async () => {
    await Promise.all([publishing.close(), automationDb.destroy(), sweepsDb.destroy()]);
  };

  return {
    close,
    server,
    metrics,
    jobs,
    automation,
    callbacks,
    configuration,
    publishing,
    pageChecks,
    events,
    changes,
    remotes,
    releases,
    releasesDir,
    state,
  };
}

/** A call of the contract that nobody serves, or two serve, stops the start rather than a user. */
function assertServedOnce(routers: readonly Router[]): void {
  const declared = Object.values(contract).filter(
    (value): value is typeof contract.listPosts => typeof value === 'object' && 'method' in value && 'path' in value,
  );
  for (const endpoint of declared) {
    const times = routers.filter((router) => servedBy(router).has(endpoint)).length;
    if (times !== 1) throw new Error(`${endpoint.method} ${endpoint.path} is served ${times} times`);
  }
}
