import { networkFacts, PUBLISH_PLATFORMS } from '../../contract/networks.ts';
import type { Figures } from '../observing/figures.repository.ts';
import { STOPPED_AFTER_SECONDS } from './status.repository.ts';

/** What this process knows, without asking anybody outside. */
export interface Known {
  /** As they were last read; null where the database has not answered yet. */
  readonly figures: Figures | null;
  readonly doesDatabaseAnswer: boolean;
  /** null where it is not known. */
  readonly areFilesThere: boolean | null;
  readonly now: Date;
}

export interface Part {
  readonly name: string;
  readonly state: 'well' | 'ill' | 'unknown';
  readonly words: string;
}

export interface HowItIs {
  readonly parts: readonly Part[];
  /** What is wrong, the worst first: what is safe, and what people can do. */
  readonly incidents: readonly string[];
  /** Nobody can work, or nothing is published. */
  readonly isDown: boolean;
}

/** A page that catches up leaves half an hour between its posts: a few that are late are nobody's incident. */
const LATE_POSTS = 10;
const LATE_SECONDS = 300;
/** One post may have bad luck. */
const UNANSWERED_POSTS = 3;
const QUIET_MINUTES = 5;

const INCIDENTS = {
  database:
    "Pagecast can't reach its database, so screens can't load and nothing can be saved. Your scheduled posts are " +
    'safe. They go out when the database is back, and we ask you about any that are more than an hour late.',
  restored:
    'Publishing is on hold. We restored a backup, and are checking which posts were already published so that none ' +
    'goes out twice.',
  stopped:
    'Nothing is being published right now. Your scheduled posts are safe. They go out when publishing runs again, ' +
    'and we ask you about any that are more than an hour late.',
  late: 'Some posts are going out late. They are on their way, each of them once.',
  files: "Images and videos can't be opened or uploaded right now. Posts without them go out as usual.",
} as const;
type Incident = keyof typeof INCIDENTS;

/** Whoever cannot work reads that first. */
const ORDER = Object.keys(INCIDENTS) as Incident[];

/** How the product is, for people, from what is known. */
export function howItIs(known: Known): HowItIs {
  const silent = silentNetworks(known);
  const found = findIncidents(known, silent.length > 0);
  return {
    parts: [
      appPart(known),
      publishingPart(known, found),
      ...PUBLISH_PLATFORMS.map((network) => networkPart(network, known, silent)),
      filesPart(known),
      lastPost(known),
    ],
    incidents: [
      ...silent.map(silence),
      ...ORDER.filter((incident) => found.has(incident)).map((incident) => INCIDENTS[incident]),
    ],
    isDown: found.has('database') || found.has('restored') || found.has('stopped'),
  };
}

/** While the database is away nothing else is known by now: one incident is told, and not its shadows. */
function findIncidents(
  { figures, doesDatabaseAnswer, areFilesThere }: Known,
  isSilent: boolean,
): ReadonlySet<Incident> {
  if (!doesDatabaseAnswer || figures === null) return new Set(['database']);
  const found = new Set<Incident>();
  if (areFilesThere === false) found.add('files');
  if (figures.restoredFrom !== null) return found.add('restored');
  if (figures.idleSeconds > STOPPED_AFTER_SECONDS) return found.add('stopped');
  const { overdue, oldestDueSeconds } = figures.queue;
  if (!isSilent && overdue >= LATE_POSTS && oldestDueSeconds >= LATE_SECONDS) found.add('late');
  return found;
}

/** While nothing is published nobody knows whether a network answers. */
const isPublishing = ({ figures, doesDatabaseAnswer }: Known): boolean =>
  doesDatabaseAnswer &&
  figures !== null &&
  figures.restoredFrom === null &&
  figures.idleSeconds <= STOPPED_AFTER_SECONDS;

function silentNetworks(known: Known): readonly string[] {
  const { figures, now } = known;
  if (figures === null || !isPublishing(known)) return [];
  const isQuiet = minutesBetween(figures.lastPublishedAt ?? new Date(0), now) >= QUIET_MINUTES;
  return figures.unanswered
    .filter(({ target, posts }) => posts >= UNANSWERED_POSTS || (isQuiet && networkFacts(target).hasPages))
    .map(({ target }) => target);
}

const silence = (network: string) =>
  `${networkFacts(network).speaker} isn't responding to us. We keep trying, and check before each try that a post ` +
  "isn't already published. You don't need to do anything.";

function appPart({ doesDatabaseAnswer }: Known): Part {
  const name = 'Pagecast';
  return doesDatabaseAnswer
    ? { name, state: 'well', words: 'Working' }
    : { name, state: 'ill', words: 'Not working right now' };
}

function publishingPart({ doesDatabaseAnswer }: Known, found: ReadonlySet<Incident>): Part {
  const name = 'Publishing';
  if (!doesDatabaseAnswer) return unknown(name);
  if (found.has('restored')) return { name, state: 'ill', words: 'On hold' };
  if (found.has('stopped')) return { name, state: 'ill', words: 'Stopped' };
  return found.has('late') ? { name, state: 'ill', words: 'Running late' } : { name, state: 'well', words: 'Running' };
}

function networkPart(network: string, known: Known, silent: readonly string[]): Part {
  const name = networkFacts(network).title;
  if (!isPublishing(known)) return unknown(name);
  return silent.includes(network)
    ? { name, state: 'ill', words: 'Not responding' }
    : { name, state: 'well', words: 'No problems seen' };
}

function filesPart({ areFilesThere }: Known): Part {
  const name = 'Images and videos';
  if (areFilesThere === null) return unknown(name);
  return areFilesThere
    ? { name, state: 'well', words: 'Available' }
    : { name, state: 'ill', words: 'Not available right now' };
}

function lastPost({ figures, now }: Known): Part {
  const name = 'Last post published';
  if (figures === null) return unknown(name);
  const { lastPublishedAt: at } = figures;
  return { name, state: 'well', words: at === null ? 'None yet' : roughAge(minutesBetween(at, now)) };
}

const unknown = (name: string): Part => ({ name, state: 'unknown', words: "We can't tell right now" });

const minutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000;

/** So rough that nobody's post can be told from it. */
export function roughAge(minutes: number): string {
  if (minutes < 10) return 'In the last 10 minutes';
  if (minutes < 60) return 'In the last hour';
  if (minutes < 24 * 60) return 'In the last day';
  return 'More than a day ago';
}
