import type { PassThrough } from 'node:stream';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';
import { databaseListener, type Subscription } from '../../db/listener.ts';
import type { Owner } from '../../db/owner.ts';
import { processLine } from '../../db/release-mark.ts';
import { UnavailableError } from '../../http/errors.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Session } from '../../http/session.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { TokensRepository } from '../tokens/tokens.repository.ts';
import { hearingOf } from './events-of-tokens.ts';
import { readFamilies, readNotice } from './change-notices.ts';
import { CHANGES_CHANNEL } from './pending-changes.repository.ts';
import { passingOn, type PassingOn } from './passing-on.ts';
import { openStreams, type OpenStream } from './open-streams.ts';
import { eventStream } from './stream.ts';
import { watchedStatus } from './watched-status.ts';
import { recentChanges, type RecentChanges } from './recent-changes.ts';

const EVERYBODY = '*';
const ADMINISTRATORS = 'admins';
const ALIVE_EVERY_MS = 15_000;
const SESSIONS_EVERY_MS = 30_000;
const STATUS_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 60_000;

interface Deps extends PassingOn {
  readonly db: Knex;
  readonly databaseUrl: string;
  readonly sessions: SessionsRepository;
  readonly tokens: Pick<TokensRepository, 'stillGood'>;
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
export function liveEvents({ databaseUrl, metrics, log, deploymentStatus, viewersOf, ...deps }: Deps) {
  const streams = openStreams(metrics);
  const recent = recentChanges();
  const recheck = (some: readonly OpenStream[] = streams.all()) => endStale({ ...deps, some, log });
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
    timers = ticking([
      [() => streams.all().forEach(({ stream }) => stream.alive()), ALIVE_EVERY_MS],
      [() => void recheck(), SESSIONS_EVERY_MS],
      [() => void status.watch(), STATUS_EVERY_MS],
      [() => recent.forgetOld(), FORGET_EVERY_MS],
    ]);
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
      const entry = { session, stream: eventStream(recent.id), hearing: hearingOf(deps.db, session) };
      if (streams.isEmpty()) begin();
      streams.add(owner, entry);
      entry.stream.body.once('close', () => {
        if (streams.remove(owner, entry) && streams.isEmpty()) pause();
      });
      // While the line is down nothing is known; when it stands again everybody is told everything.
      if (listener.isListening()) entry.stream.notify(missedBy(recent, entry, lastId));
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
  tokens,
  adminIds,
  log,
}: Pick<Deps, 'sessions' | 'tokens' | 'adminIds' | 'log'> & { readonly some: readonly OpenStream[] }): Promise<void> {
  try {
    const hashes = some.flatMap(({ session }) => (session.token === null ? [session.idHash] : []));
    const ids = some.flatMap(({ session }) => session.token?.id ?? []);
    const open = await sessions.stillOpen(hashes, adminIds);
    const good = ids.length === 0 ? new Set() : await tokens.stillGood(ids, adminIds);
    const isOpen = ({ idHash, isAdmin, userId, token }: Session) => {
      if (token !== null) return good.has(token.id);
      const now = open.get(idHash.toString('hex'));
      return now !== undefined && now.isAdmin === isAdmin && now.userId === userId;
    };
    for (const { session, stream } of some) {
      if (isOpen(session)) continue;
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
      for (const one of streams.of(keyOf(owner))) tell(one, families);
    },
  });
  return {
    stop: passing.stop,

    hear(payload: string): void {
      const notice = readNotice(payload);
      if (notice === null) return;
      recent.note(notice.owner, notice.families);
      const own = streams.of(notice.owner);
      for (const one of own) tell(one, notice.families);
      passing.note(notice.owner, notice.families);
      if (notice.families.includes('session') && own.length > 0) void recheck(own);
    },

    hearAgain(): void {
      recent.startOver();
      for (const one of streams.all()) tell(one, LIVE_FAMILIES);
    },

    notifyEverybody(families: readonly LiveFamily[]): void {
      recent.note(EVERYBODY, families);
      for (const one of streams.all()) tell(one, families);
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

const ticking = (works: readonly (readonly [() => void, number])[]): NodeJS.Timeout[] =>
  works.map(([work, everyMs]) => setInterval(work, everyMs));

function missedBy(recent: RecentChanges, { session, hearing: { allowed } }: OpenStream, lastId: string | null) {
  // It may have been of other pages.
  if (session.onlyPages) return [...allowed];
  const keys = [keyOf(session), EVERYBODY, ...(session.isAdmin ? [ADMINISTRATORS] : [])];
  return recent.missed(keys, lastId).filter((family) => allowed.has(family));
}

const tell = ({ stream, hearing }: OpenStream, families: readonly LiveFamily[]): void =>
  hearing.hear(families, stream.notify);

function keyOf({ userId, environment }: Owner): string {
  return `${userId}:${environment}`;
}
