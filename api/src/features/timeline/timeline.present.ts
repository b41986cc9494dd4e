import {
  EDITED_FIELDS,
  type AttemptAnswer,
  type Edit,
  type Fault,
  type Generation,
  type TimelineEntry,
} from '../../contract/timeline.ts';
import type { Post } from '../posts/post.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { readProblem } from '../../problems/stored-problem.ts';
import type {
  AttemptRow,
  EngagementRow,
  EventRow,
  GenerationRow,
  StoredAnswer,
  StoredFault,
  Traces,
} from './timeline.repository.ts';

type Entry<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

/** Everything that happened to a post, oldest first: what was noted, together with what the post itself tells. */
export function timelineOf(post: Post, { events, attempts, generation, engagement }: Traces): TimelineEntry[] {
  const ends = new Map(
    events
      .filter(({ kind }) => kind === 'failed' || kind === 'missed' || kind === 'put-off')
      .map((event) => [event.at, event]),
  );
  const efforts = attempts.map((row, index) =>
    attemptOf(row, index + 1, row.ended_at === null ? undefined : ends.get(row.ended_at)),
  );
  const shown = new Set(attempts.map((row) => row.ended_at));
  return [
    ...beginning(post, events, generation),
    ...events.flatMap((event) => (shown.has(event.at) && ends.get(event.at) === event ? [] : entriesOf(event))),
    ...efforts,
    ...(post.status === 'published' && post.publishedAt !== null ? [publishedOf(post, post.publishedAt)] : []),
    ...(engagement === null || post.status !== 'published' ? [] : afterwards(engagement)),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Who wrote it, and what was planned with it at first: later moves say what was before them. */
function beginning(post: Post, events: readonly EventRow[], generation: GenerationRow | null): TimelineEntry[] {
  const at = post.createdAt.toISOString();
  const created = events.find(({ kind }) => kind === 'created');
  const by = byOf(created);
  const written: Entry<'written'> = {
    kind: 'written',
    at,
    by,
    isAiGenerated: post.isAiGenerated,
    generation: generation === null ? null : generationOf(generation),
  };

  const first = created?.after ??
    events.find(({ before }) => before?.['status'] !== undefined)?.before ?? {
      status: post.status,
      scheduledAt: post.scheduledAt?.toISOString(),
    };
  const planned = text(first['scheduledAt']);
  if (first['status'] === 'draft' || planned === null) return [written];
  // Where nobody noted the wish, a plan for the very moment of writing tells it.
  const isAtOnce = created === undefined ? iso(planned) === at : first['publishNow'] === true;
  if (isAtOnce) return [written, { kind: 'publish-asked', at, by }];
  return [written, { kind: 'scheduled', at, by, from: null, to: iso(planned), problem: problemOf(created) }];
}

function entriesOf(event: EventRow): TimelineEntry[] {
  const at = iso(event.at);
  const by = byOf(event);
  const [from, to] = [text(event.before?.['scheduledAt']), text(event.after?.['scheduledAt'])];
  switch (event.kind) {
    case 'created':
      return [];
    case 'edited':
      return [
        {
          kind: 'edited',
          at,
          by,
          edits: editsOf(event),
          ...(event.after?.['hasNewFiles'] === true ? { hasNewFiles: true } : {}),
        },
      ];
    case 'scheduled':
      // One that failed at a time is not moved from there: it gets another.
      return to === null
        ? []
        : [
            {
              kind: 'scheduled',
              at,
              by,
              from: from === null || event.before?.['status'] !== 'scheduled' ? null : iso(from),
              to: iso(to),
              problem: problemOf(event),
            },
          ];
    case 'unscheduled':
      return [
        {
          kind: 'unscheduled',
          at,
          by,
          from: from === null ? null : iso(from),
          hadFailed: event.before?.['status'] === 'failed',
        },
      ];
    case 'publish-asked':
      return [{ kind: 'publish-asked', at, by }];
    case 'held':
      return [{ kind: 'held', at, problem: problemOf(event) }];
    case 'released':
      return [{ kind: 'released', at }];
    case 'failed':
    case 'missed':
      return [{ kind: 'not-out', at, status: event.kind, problem: problemOf(event) }];
    case 'put-off':
      return [{ kind: 'not-out', at, status: 'scheduled', problem: problemOf(event) }];
  }
}

function editsOf({ before, after }: EventRow): Edit[] {
  return EDITED_FIELDS.filter((field) => before !== null && field in before).map((field) => ({
    field,
    before: text(before?.[field]),
    after: text(after?.[field]),
  }));
}

function attemptOf(row: AttemptRow, number: number, end: EventRow | undefined): Entry<'attempt'> {
  const { state } = row;
  return {
    kind: 'attempt',
    at: iso(row.created_at),
    number,
    outcome: state === 'published' || state === 'refused' || state === 'abandoned' ? state : 'under-way',
    sentAt: row.sent_at === null ? null : iso(row.sent_at),
    endedAt: row.ended_at === null ? null : iso(row.ended_at),
    answers: row.answers.map(answerOf),
    fault: state === 'refused' ? faultOf(row.error) : null,
    problem: problemOf(end),
    ...(row.orphans === null ? {} : { orphans: row.orphans }),
    ...(row.resolution === null ? {} : { resolution: { ...row.resolution, at: iso(row.resolution.at) } }),
  };
}

function answerOf({ kind, at, until, times, error }: StoredAnswer): AttemptAnswer {
  return { kind, at: iso(at), until: iso(until), times, fault: faultOf(error) };
}

/** Facebook's code 0 is ours, for what it says elsewhere than in an error. */
function faultOf(error: StoredFault | null): Fault | null {
  if (error === null) return null;
  const { message = null, code = null, subcode = null, fbtraceId = null, httpStatus = null } = error;
  return { message, code: code === 0 ? null : code, subcode, traceId: fbtraceId, httpStatus };
}

function generationOf(row: GenerationRow): Generation {
  return {
    purpose: row.purpose,
    model: row.model,
    prompt: row.prompt,
    startedAt: iso(row.created_at),
    endedAt: row.ended_at === null ? null : iso(row.ended_at),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costMicros: row.cost_micros,
  };
}

function publishedOf(post: Post, at: Date): Entry<'published'> {
  return {
    kind: 'published',
    at: at.toISOString(),
    scheduledAt: post.scheduledAt?.toISOString() ?? null,
    isLate: post.isLate,
    remoteId: post.remoteId,
    permalinkUrl: post.permalinkUrl,
  };
}

function afterwards({
  likes,
  comments,
  shares,
  seen_at: seenAt,
  gone_since: goneSince,
}: EngagementRow): TimelineEntry[] {
  return [
    ...(seenAt === null ? [] : [{ kind: 'engagement' as const, at: iso(seenAt), likes, comments, shares }]),
    ...(goneSince === null ? [] : [{ kind: 'gone' as const, at: iso(goneSince) }]),
  ];
}

/** In the words of that moment. */
function problemOf(event: EventRow | undefined): Entry<'held'>['problem'] {
  if (event === undefined || event.problem === null) return null;
  const now = new Date(event.at);
  return presentProblem(readProblem(event.problem, now), { now });
}

function byOf(event: EventRow | undefined): Entry<'edited'>['by'] {
  return event === undefined || event.actor_name === null
    ? null
    : {
        name: event.actor_name,
        isInPlace: event.is_impersonated,
        ...(event.actor_token === null ? {} : { token: event.actor_token }),
      };
}

const iso = (stamp: string): string => new Date(stamp).toISOString();
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
