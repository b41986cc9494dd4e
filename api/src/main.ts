import { flushCompileCache } from 'node:module';
import { describeGraphVersion } from './config/graph-versions.ts';
import { createApp } from './app.ts';
import { whyNotMigrated } from './checks/migrated.ts';
import { poolerTrouble } from './checks/pooler-check.ts';
import { startChecks, watchWhatIsShared } from './checks/shared.ts';
import { passChecks } from './checks/start-checks.ts';
import { untilNothingHinders } from './checks/waiting.ts';
import { readConfig, type Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { takeSecretFiles } from './config/secret-files.ts';
import { countedTime, databaseTime } from './db/clock.ts';
import { whyUnusable } from './db/database-errors.ts';
import { openDatabase } from './db/database.ts';
import { prepareReleases } from './features/remotes/prepare-releases.ts';
import { draining } from './http/drain.ts';
import { httpServer } from './http/http-server.ts';
import { createLogger } from './http/logging.ts';
import { jobMetrics } from './jobs/job-metrics.ts';
import { startJobs } from './jobs/start.ts';
import { answerParent } from './loop-process/answering.ts';
import { LOOP_ROLE } from './loop-process/messages.ts';
import { superviseLoop } from './loop-process/supervisor.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { readTracing } from './tracing/tracing-settings.ts';
import { stopTracing } from './tracing/tracing.ts';

/** Work under way at the end may take this long to settle. */
const STOP_WITHIN_MS = 35_000;
const IDLE_SWEEP_MS = 100;
/** A text that the AI is writing may have been paid for: most are finished by then. */
const FINISH_TEXTS_MS = 20_000;

// What is said there, such as a warning of Node's, is not worth a process.
process.stderr.on('error', () => {});
const config = configOrEnd();
const log = createLogger(config);

/** This process runs the loop for the one that started it, and has no door. */
const isLoopOfAnother = process.argv[2] === LOOP_ROLE;
const waiting = (event: string) => ({ at: isLoopOfAnother ? null : config, log, event, onError: cannotListen });
const pooler = await poolerTrouble(config.DATABASE_URL).catch(() => null);
if (pooler !== null) end(pooler);
await untilNothingHinders(() => whyNotMigrated(config, log), waiting('migrations.refused')).catch((error: Error) =>
  end(`The database at DATABASE_URL cannot be used: ${whyUnusable(error)}`),
);
await startTracing(process.env);
const db = openDatabase(config.DATABASE_URL);
const loopProcess = config.LOOP === 'on' ? superviseLoop({ program: import.meta.filename, log }) : undefined;
const app = createApp({ config, db, log, ...(loopProcess && { loopProcess }) });
// A fault of ours, to be seen and mended. Whatever it was about is taken up again; the posts of others do not end for
// it.
process.on('unhandledRejection', (error) => {
  app.metrics.unhandledRejections.inc();
  log.fatal({ err: error }, 'process.unhandled-rejection');
});
// Nobody knows what such a process still does right: it ends, and another takes its posts over.
process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'process.uncaught-exception'));
await passChecks(startChecks({ config, db, ...app }), {
  untilNothingHinders: (find) => untilNothingHinders(find, waiting('process.waits')),
  end,
});
await app.configuration
  .load()
  .catch((error: Error) => end(`The settings in the database cannot be read: ${error.message}`));
app.configuration.start();
const trouble = await app.media.storeTrouble().catch(() => null);
if (trouble !== null) log.error({ hint: trouble.sentence }, 'storage.away');
watchWhatIsShared({ config, db, ...app });
// One that is killed would leave nothing of what it compiled, and the next one would compile all of it anew.
flushCompileCache();
loopProcess?.start();
if (config.LOOP !== 'only') await prepareReleases({ ...app, log });

const graphVersionNote = describeGraphVersion(config.FB_GRAPH_VERSION, new Date());
if (graphVersionNote !== null && !isLoopOfAnother) log.warn({ hint: graphVersionNote }, 'facebook.version-expires');

const http = httpServer(app.server.callback(), { proxies: config.TRUST_PROXY });
http.on('error', cannotListen);
http.once('listening', flushCompileCache);
const { drain } = draining(http, config.DRAIN_SECONDS * 1000);
if (!isLoopOfAnother)
  http.listen(config.PORT, config.HOST, () =>
    log.info({ port: config.PORT, url: config.PUBLIC_URL }, 'http.listening'),
  );

let isDrainOver = false;
const runsLoop = config.LOOP === 'only' || config.LOOP === 'within';
const clock = runsLoop
  ? startJobs(app.jobs, log, {
      metrics: jobMetrics(app.metrics.registry),
      now: countedTime(() => databaseTime(db)),
      mayRun: async (job) => (await app.schema.whyUnfit()) === null && (await app.restored.mayRun(job)),
    })
  : null;
const tellParent = isLoopOfAnother ? answerParent({ log, ...app }) : () => {};
if (runsLoop) void app.loop.start().then(tellParent);

process.on('SIGTERM', () => stop({ isUrgent: false }));
process.on('SIGINT', () => stop({ isUrgent: true }));
// Started by a launcher that is gone now, however it went; it may have gone before this line.
if (process.connected) process.on('disconnect', () => stop({ isUrgent: true }));
else if (process.send !== undefined) stop({ isUrgent: true });

/**
 * Not ready any more and no new work; who is sent here meanwhile is served; what is under way settles; then the end.
 * @param isUrgent a person waits for the end: nobody else is sent here. Whoever asks a second time is in a hurry, too
 */
function stop({ isUrgent }: { isUrgent: boolean }): void {
  isDrainOver ||= isUrgent || isLoopOfAnother || app.state.isStopping;
  if (app.state.isStopping) return;
  app.state.isStopping = true;
  log.info(isUrgent ? {} : { drainSeconds: config.DRAIN_SECONDS }, 'process.stopping');
  setTimeout(() => {
    log.error('process.stop-took-too-long');
    process.exit(1);
  }, STOP_WITHIN_MS).unref();
  app.loop.stopClaiming();
  app.mail.stopClaiming();
  Promise.all([clock?.stop(), loopProcess?.stop(), drain(() => isDrainOver).then(stopServing)])
    .then(() => Promise.all([app.close(), db.destroy(), stopTracing()]))
    .then(() => {
      log.info('process.stopped');
      process.exit(0);
    })
    .catch((error: unknown) => {
      log.error({ err: error }, 'process.stop-failed');
      process.exit(1);
    });
}

/** Open streams end, so that their tabs go elsewhere; what is under way comes to its end. */
async function stopServing(): Promise<void> {
  const answered = new Promise((resolve) => {
    http.close(resolve);
  });
  // A connection that is kept alive becomes idle only after its last answer.
  setInterval(() => http.closeIdleConnections(), IDLE_SWEEP_MS).unref();
  await Promise.all([
    answered,
    app.events.stop(),
    app.configuration.stop(),
    app.webhooks.stop(),
    app.push.stop(),
    app.dataExports.stop(),
    Promise.all([app.loop.stop(), app.automation.stop(FINISH_TEXTS_MS)]).then(() => app.events.settled()),
  ]);
}

function cannotListen(error: NodeJS.ErrnoException): void {
  end(
    error.code === 'EADDRINUSE'
      ? `Port ${config.PORT} is in use. Stop what listens there, or set PORT to another port.`
      : `Cannot listen on ${config.HOST}:${config.PORT}: ${error.message}`,
  );
}

function configOrEnd(): Config {
  try {
    takeSecretFiles(process.env);
    readTracing(process.env);
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) end(`Pagecast cannot start with these variables:\n${error.message}`);
    throw error;
  }
}

function end(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
