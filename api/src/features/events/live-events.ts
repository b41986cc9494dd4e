import type { PassThrough } from 'node:stream';
import type { Logger } from 'pino';
import { LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';
import { databaseListener, type Subscription } from '../../db/listener.ts';
import type { Owner } from '../../db/owner.ts';
import { processLine } from '../../db/release-mark.ts';
import { UnavailableError } from '../../http/errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Session } from '../../http/session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import { readFamilies, readNotice } from './change-notices.ts';
import { CHANGES_CHANNEL } from './pending-changes.repository.ts';
import { passingOn, type PassingOn } from './passing-on.ts';
import { openStreams, type OpenStream } from './open-streams.ts';
import { eventStream } from './stream.ts';
import { watchedStatus } from './watched-status.ts';
import { recentChanges } from './recent-changes.ts';

const EVERYBODY = '*';
const ADMINISTRATORS = 'admins';
const ALIVE_EVERY_MS = 15_000;
const SESSIONS_EVERY_MS = 30_000;
const STATUS_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 60_000;

interface Deps extends PassingOn {
  readonly databaseUrl: string;
  readonly sessions: SessionsRepository;
  /** People who are always let in. */
  readonly adminIds: readonly string[];
  readonly metrics: Metrics;
  readonly log: Logger;
  /** What everybody's screen shows of this deployment, as a text that differs when it does. */
  deploymentStatus(): Promise<string>;
}

/**
 * The streams that are open in this process. One line to the database hears what changed, whoever changed it; each
 * stream is told of its own user's things in its own environment. Nothing runs here while nobody looks.
 */
export function liveEvents({ databaseUrl, sessions, adminIds, metrics, log, deploymentStatus, viewersOf }: Deps) {
  const streams = openStreams(metrics);
  const recent = recentChanges();
  const recheck = (some: readonly OpenStream[] = streams.all()) => endStale({ some, sessions, adminIds, log });
  const notices = notifying({ streams, recent, recheck, viewersOf, log });
  const listener = databaseListener({
    databaseUrl,
    name: processLine('events'),
    log,
    channels: channelsOf(notices),
  });
  const status = watchedStatus({ deploymentStatus, log, changed: () => notices.notifyEverybody(['status']) });
  let timers: NodeJS.Timeout[] = [];
  let isStopped = false;

  function begin(): void {
    listener.start();
    void status.watch();
    timers = [
      setInterval(() => {
        for (const { stream } of streams.all()) stream.alive();
      }, ALIVE_EVERY_MS),
      setInterval(() => void recheck(), SESSIONS_EVERY_MS),
      setInterval(() => void status.watch(), STATUS_EVERY_MS),
      setInterval(() => recent.forgetOld(), FORGET_EVERY_MS),
    ];
  }

  function pause(): void {
    for (const timer of timers) clearInterval(timer);
    timers = [];
    status.forget();
  }

  return {
    /**
     * Opens a stream.
     * @param lastId the last id that this screen has seen; null for a page that was just loaded
     * @throws UnavailableError when this process is ending
     */
    open(session: Session, lastId: string | null): PassThrough {
      if (isStopped) throw new UnavailableError('This server is being restarted. Try again in a moment.');
      const owner = keyOf(session);
      const entry = { session, stream: eventStream(recent.id) };
      if (streams.isEmpty()) begin();
      streams.add(owner, entry);
      entry.stream.body.once('close', () => {
        if (streams.remove(owner, entry) && streams.isEmpty()) pause();
      });
      // While the line is down nothing is known; when it stands again everybody is told everything.
      if (listener.isListening())
        entry.stream.notify(recent.missed([owner, EVERYBODY, ...(session.isAdmin ? [ADMINISTRATORS] : [])], lastId));
      entry.stream.alive(lastId?.replaceAll(/[^\w.-]/g, ''));
      return entry.stream.body;
    },

    recheck,
    watchStatus: status.watch,

    /** Ends every stream, so that the process can end, and the line to the database. */
    async stop(): Promise<void> {
      isStopped = true;
      notices.stop();
      for (const { stream } of streams.all()) stream.end();
      await listener.stop();
    },
  };
}
export type LiveEvents = ReturnType<typeof liveEvents>;

/** Ends the streams whose session is over, or is not what it was. */
async function endStale({
  some,
  sessions,
  adminIds,
  log,
}: Pick<Deps, 'sessions' | 'adminIds' | 'log'> & { readonly some: readonly OpenStream[] }): Promise<void> {
  try {
    const open = await sessions.stillOpen(
      some.map(({ session }) => session.idHash),
      adminIds,
    );
    for (const { session, stream } of some) {
      const now = open.get(session.idHash.toString('hex'));
      if (now !== undefined && now.isAdmin === session.isAdmin && now.userId === session.userId) continue;
      stream.notify(['session']);
      stream.end();
    }
  } catch (error) {
    // Asked again soon. Until then a stream says that something changed, never what.
    log.warn({ err: error }, 'events.sessions-not-checked');
  }
}

/** Who of the open streams hears of what, and what is kept for those that are away for a moment. */
function notifying({
  streams,
  recent,
  recheck,
  ...others
}: Pick<Deps, 'viewersOf' | 'log'> & {
  readonly streams: ReturnType<typeof openStreams>;
  readonly recent: ReturnType<typeof recentChanges>;
  recheck(some: readonly OpenStream[]): Promise<void>;
}) {
  const passing = passingOn({
    ...others,
    notify(owner, families) {
      recent.note(keyOf(owner), families);
      for (const { stream } of streams.of(keyOf(owner))) stream.notify(families);
    },
  });
  return {
    stop: passing.stop,

    hear(payload: string): void {
      const notice = readNotice(payload);
      if (notice === null) return;
      recent.note(notice.owner, notice.families);
      const own = streams.of(notice.owner);
      for (const { stream } of own) stream.notify(notice.families);
      passing.note(notice.owner, notice.families);
      if (notice.families.includes('session') && own.length > 0) void recheck(own);
    },

    hearAgain(): void {
      recent.startOver();
      for (const { stream } of streams.all()) stream.notify(LIVE_FAMILIES);
    },

    notifyEverybody(families: readonly LiveFamily[]): void {
      recent.note(EVERYBODY, families);
      for (const { stream } of streams.all()) stream.notify(families);
    },

    notifyAdministrators(families: readonly LiveFamily[]): void {
      recent.note(ADMINISTRATORS, families);
      for (const { session, stream } of streams.all()) if (session.isAdmin) stream.notify(families);
    },
  };
}

function channelsOf(notices: ReturnType<typeof notifying>): Readonly<Record<string, Subscription>> {
  return {
    [CHANGES_CHANNEL]: { notified: notices.hear, listening: notices.hearAgain },
    // A remote was released, or taken back.
    releases: { notified: () => notices.notifyEverybody(['remotes']), listening: () => {} },
    admin_changes: {
      notified: (payload) => notices.notifyAdministrators(readFamilies(payload)),
      listening: () => {},
    },
  };
}

function keyOf({ userId, environment }: Owner): string {
  return `${userId}:${environment}`;
}
