import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { createHolds } from './jobs/holds.ts';
import type { Config } from './config/config.ts';
import { openPools } from './db/pools.ts';
import { poolMetrics } from './db/pool-metrics.ts';
import { schemaWatch } from './db/schema-watch.ts';
import { secretBox } from './db/secrets.ts';
import { createFacebook } from './facebook/facebook.ts';
import { facebookClock } from './facebook/facebook-clock.ts';
import { createAccess } from './features/access/access.feature.ts';
import { createAccounts } from './features/accounts/accounts.feature.ts';
import { createAiCalls, type AiCalls } from './features/ai-calls/ai-calls.feature.ts';
import { createArticles } from './features/articles/articles.feature.ts';
import { createAudit } from './features/audit/audit.feature.ts';
import { createApprovals } from './features/approvals/approvals.feature.ts';
import { createAutomation } from './features/automation/automation.feature.ts';
import { createBulkChanges } from './features/bulk-changes/bulk-changes.feature.ts';
import { createClaimChecks } from './features/claim-checks/claim-checks.feature.ts';
import { createCompositions } from './features/compositions/compositions.feature.ts';
import { createConfiguration, type Configuration } from './features/configuration/configuration.feature.ts';
import { createDashboard } from './features/dashboard/dashboard.feature.ts';
import { createDataExports } from './features/data-exports/data-exports.feature.ts';
import { createDrafts, type Drafts } from './features/drafts/drafts.feature.ts';
import { createEngagement, type Engagement } from './features/engagement/engagement.feature.ts';
import { createEvents, type Events } from './features/events/events.feature.ts';
import { createFacebookCallbacks } from './features/facebook-callbacks/facebook-callbacks.feature.ts';
import { createFeeds } from './features/feeds/feeds.feature.ts';
import { createGeneration } from './features/generation/generation.feature.ts';
import { createIdempotency, type Idempotency } from './features/idempotency/idempotency.feature.ts';
import { createImpersonation } from './features/impersonation/impersonation.feature.ts';
import { createInvitations } from './features/invitations/invitations.feature.ts';
import { createLinkLimits } from './features/link-limits/link-limits.feature.ts';
import { createLoop } from './features/loop/loop.feature.ts';
import { createMail } from './features/mail/mail.feature.ts';
import { createMedia, type Media } from './features/media/media.feature.ts';
import { createModelExam } from './features/model-exam/model-exam.feature.ts';
import { createNotifications } from './features/notifications/notifications.feature.ts';
import { createOauth } from './features/oauth/oauth.feature.ts';
import { createObserving } from './features/observing/observing.feature.ts';
import { createOembed } from './features/oembed/oembed.feature.ts';
import { createOpenApi } from './features/openapi/openapi.feature.ts';
import { createOutbox } from './features/outbox/outbox.feature.ts';
import { createPageVoice } from './features/page-voice/page-voice.feature.ts';
import { createPages, type Pages } from './features/pages/pages.feature.ts';
import { createPosts, type Posts } from './features/posts/posts.feature.ts';
import { createProposals } from './features/proposals/proposals.feature.ts';
import { createPublishing, type Publishing } from './features/publishing/publishing.feature.ts';
import { createPush } from './features/push/push.feature.ts';
import { createRestored } from './features/restored/restored.feature.ts';
import { createRecurrences } from './features/recurrences/recurrences.feature.ts';
import { stopRulesOfPage } from './features/recurrences/rule-news.ts';
import { createReleaseTokens } from './features/release-tokens/release-tokens.feature.ts';
import { createReleaseJudge } from './features/release-judge/release-judge.feature.ts';
import { createRemotes } from './features/remotes/remotes.feature.ts';
import { createSecretKeys } from './features/secret-key/secret-key.feature.ts';
import { heldKeys } from './features/secret-key/held-keys.ts';
import { createSessions } from './features/sessions/sessions.feature.ts';
import { createSheets } from './features/sheets/sheets.feature.ts';
import { queueRepository } from './features/sharing/queue.repository.ts';
import { createSharing } from './features/sharing/sharing.feature.ts';
import { createSettings } from './features/settings/settings.feature.ts';
import { createSlots } from './features/slots/slots.feature.ts';
import { statusPageRoutes } from './features/status/status-page.routes.ts';
import { createSources } from './features/sources/sources.feature.ts';
import { createStatus } from './features/status/status.feature.ts';
import { createTimeline } from './features/timeline/timeline.feature.ts';
import { createTokens } from './features/tokens/tokens.feature.ts';
import { createUsers } from './features/users/users.feature.ts';
import { createVisits } from './features/visits/visits.feature.ts';
import { createWebhooks } from './features/webhooks/webhooks.feature.ts';
import { answeredPaths } from './http/answered-paths.ts';
import { healthRoutes } from './http/health.routes.ts';
import { createMetrics } from './http/metrics.ts';
import { rateLimits } from './http/rate-limit.ts';
import { assertServedOnce } from './http/served-once.ts';
import type { Job } from './jobs/jobs.ts';
import { allMetrics } from './loop-process/all-metrics.ts';
import { countLoopProcess } from './loop-process/loop-process-metrics.ts';
import type { LoopProcess } from './loop-process/supervisor.ts';
import { createMcp } from './mcp/mcp.feature.ts';
import { createNetworks } from './networks/create-networks.ts';
import { NETWORK_MODULES, type MakeNetwork } from './networks/networks.ts';
import { LANGUAGES } from './problems/languages.ts';
import type { Words } from './problems/words.ts';
import { createServer } from './server.ts';

interface Given {
  readonly config: Config;
  readonly db: Knex;
  readonly log: Logger;
  readonly networkModules?: readonly MakeNetwork[];
  readonly languages?: Readonly<Record<string, Words>>;
  /** Where the loop has a process of its own. */
  readonly loopProcess?: LoopProcess;
}

/** What every feature may need: settings, connections, and what the whole process counts, logs and limits by. */
function createBase(given: Given) {
  const { config, db, log, networkModules = NETWORK_MODULES, languages = LANGUAGES, loopProcess } = given;
  const pools = openPools(config.DATABASE_URL);
  const metrics = createMetrics();
  const { loopDb, automationDb, tellingDb, sweepsDb, bringingDb, movingDb } = pools;
  poolMetrics(metrics.registry, {
    requests: db,
    loop: loopDb,
    automation: automationDb,
    telling: tellingDb,
    sweeps: sweepsDb,
    bringing: bringingDb,
    moving: movingDb,
  });
  const secretKeys = heldKeys({ config, db, log });
  return {
    ...pools,
    config,
    db,
    log,
    networkModules,
    languages,
    loopProcess,
    metrics,
    holds: createHolds({ metrics, log }),
    facebookClock: facebookClock({ base: config.FB_GRAPH_BASE }),
    limits: rateLimits(db),
    answered: answeredPaths(),
    schema: schemaWatch({ db: pools.loopDb, log }),
    secretKeys,
    keys: secretKeys.keys,
    secrets: secretBox(secretKeys.keys),
  };
}

interface Beneath {
  readonly configuration: Configuration;
  readonly events: Events;
  readonly idempotency: Idempotency;
  readonly media: Media;
  readonly aiCalls: AiCalls;
  readonly pages: Pages;
  readonly posts: Posts;
  readonly drafts: Drafts;
  readonly engagement: Engagement;
  readonly publishing: Publishing;
}

/** Where posts come from: people, the AI, and rules by which they come again. */
function createWriting(base: ReturnType<typeof createBase>, beneath: Beneath) {
  const automation = createAutomation({ ...base, ...beneath });
  beneath.configuration.onAiKey(automation.releaseFromKey);
  const pageVoice = createPageVoice({ ...base, ...beneath });
  const sources = createSources(base);
  const generation = createGeneration({ ...base, ...beneath, pageVoice, sources });
  return {
    automation,
    approvals: createApprovals({ ...base, ...beneath }),
    generation,
    pageVoice,
    sources,
    feeds: createFeeds({ ...base, ...beneath, sources }),
    claimChecks: createClaimChecks({ ...base, pageVoice, sources }),
    compositions: createCompositions({ ...base, ...beneath }),
    proposals: createProposals({ ...base, ...beneath, automation }),
    recurrences: createRecurrences({ ...base, ...beneath, generation }),
    sheets: createSheets({ ...base, ...beneath }),
    modelExam: createModelExam({ ...base, ...beneath }),
  };
}

/** What single screens ask for, and nobody builds on. */
function createOwnScreens(
  base: ReturnType<typeof createBase>,
  beneath: Pick<Beneath, 'configuration' | 'posts'> & { readonly facebook: ReturnType<typeof createFacebook> },
) {
  const timeline = createTimeline({ ...base, ...beneath });
  return {
    timeline,
    sharing: createSharing({ ...base, timeline }),
    dashboard: createDashboard(base),
    settings: createSettings(base),
    openApi: createOpenApi(base),
    slots: createSlots(base),
    oembed: createOembed({ ...base, ...beneath }),
  };
}

/** What people are told outside of the app. */
function createTelling(base: ReturnType<typeof createBase>) {
  return {
    outbox: createOutbox(base),
    mail: createMail(base),
    webhooks: createWebhooks(base),
    push: createPush(base),
  };
}

/** What lets programs act for people, and teams release. */
function createPrograms(base: ReturnType<typeof createBase>) {
  const tokens = createTokens(base);
  return { tokens, oauth: createOauth({ ...base, tokens }), releaseTokens: createReleaseTokens(base) };
}

/** What lies with the files of posts. */
function createFiles(base: ReturnType<typeof createBase>, drafts: ReturnType<typeof createDrafts>) {
  const media = createMedia({ ...base, draftsWith: drafts.withFiles });
  return { media, dataExports: createDataExports({ ...base, media }) };
}

/** Every feature, each after those that it asks. */
function createFeatures(base: ReturnType<typeof createBase>) {
  const configuration = createConfiguration(base);
  const sessions = createSessions(base);
  const status = createStatus({ ...base, configuration });
  const events = createEvents({ ...base, ...queueRepository(base.db), configuration, sessions, status });
  const audit = createAudit(base);
  const access = createAccess(base);
  const invitations = createInvitations({ ...base, configuration });
  const impersonation = createImpersonation({ ...base, sessions });
  const idempotency = createIdempotency(base);
  const drafts = createDrafts(base);
  const files = createFiles(base, drafts);
  const { media } = files;
  const aiCalls = createAiCalls(base);
  const users = createUsers(base);
  const publishing = createPublishing({ ...base, configuration });
  const facebook = createFacebook({ ...base, publishing });
  const pages = createPages({ ...base, configuration, facebook, users, publishing, stopRulesOfPage });
  const networks = createNetworks({ ...base, configuration, facebook, media, pages });
  const linkLimits = createLinkLimits(base);
  const loop = createLoop({ ...base, configuration, events, facebook, linkLimits, media, networks, pages, publishing });
  const outgoing = { ...files, facebook, networks, pages, publishing, loop };
  const posts = createPosts({ ...base, ...outgoing, configuration, idempotency, linkLimits, aiCalls });
  const engagement = createEngagement({ ...base, configuration, facebook, pages, posts });
  const beneath = { configuration, events, idempotency, media, aiCalls, pages, posts, drafts, engagement, publishing };
  const writing = createWriting(base, beneath);
  const people = { sessions, audit, access, invitations };
  const releaseJudge = createReleaseJudge({ ...base, configuration });
  const remotes = createRemotes({ ...base, configuration, checkRoom: media.storage.checkRoom, judge: releaseJudge });
  const accounts = createAccounts({ ...base, ...people, ...outgoing, ...writing, configuration, users, releaseJudge });
  return {
    ...beneath,
    ...people,
    status,
    impersonation,
    ...files,
    linkLimits,
    loop,
    restored: createRestored({ ...base, networks, media }),
    ...writing,
    accounts,
    facebookCallbacks: createFacebookCallbacks({ ...base, configuration, publishing, accounts }),
    notifications: createNotifications({ ...base, pages, networks }),
    ...createTelling(base),
    drafts,
    bulkChanges: createBulkChanges({ ...base, idempotency, media, pages }),
    articles: createArticles({ posts }),
    ...createOwnScreens(base, { configuration, facebook, posts }),
    ...createPrograms(base),
    remotes,
    releaseJudge,
    visits: createVisits({ ...base, remotes, releaseJudge }),
  };
}

/** What a feature gives to the process; whatever else it has is for other features. */
interface Feature {
  readonly routes?: readonly Router[];
  readonly jobs?: readonly Job[];
}

/** Everything of one process, put together: the server, and the work that the clock starts. */
export function createApp(given: Given) {
  const base = createBase(given);
  const features = createFeatures(base);
  const observing = createObserving(base);
  const { config, schema, holds, metrics, limits } = base;
  const state = { isStopping: false };

  const parts: readonly Feature[] = [limits, createSecretKeys(base), ...Object.values(features)];
  const jobs = parts.flatMap((part) => part.jobs ?? []);
  const calls = parts.flatMap((part) => part.routes ?? []);
  assertServedOnce(calls);
  const mcp = createMcp({ config, log: given.log, routes: calls });
  const routes = [...calls, ...mcp.routes];

  if (given.loopProcess !== undefined) countLoopProcess(metrics.registry, given.loopProcess);
  const health = healthRoutes({
    schema,
    holds,
    metrics,
    health: {
      isStopping: () => state.isStopping,
      sinceTick: given.loopProcess?.sinceTick ?? features.loop.sinceTick,
      loop: config.LOOP,
      loopProcess: given.loopProcess ?? null,
      metricsText: async () => {
        const [ofLoop, ofProduct] = await Promise.all([given.loopProcess?.metrics(), observing.metricsText()]);
        return `${await allMetrics(metrics.registry, ofLoop)}\n${ofProduct}`;
      },
      storeTrouble: features.media.storeTrouble,
    },
  });
  const forPeople = statusPageRoutes({ ...observing, ...features.media });
  base.answered.note([health, forPeople, ...routes]);
  const server = createServer({ ...base, ...features, mcp, health, statusPage: forPeople, routes });
  return {
    ...features,
    answered: base.answered,
    observing,
    heldKeys: base.secretKeys,
    server,
    jobs,
    metrics,
    schema,
    holds,
    facebookClock: base.facebookClock,
    state,
    close: base.close,
  };
}
