import {
  networkFacts,
  type AttemptAnswer,
  type Edit,
  type EditedField,
  type Post,
  type Resolution,
  type TimelineEntry,
} from '@pagecast/api/contract';
import { contentTypeLabel, formatHistoryDate, formatZone } from '@pagecast/shell/kit';

type Entry<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

/** What happened, in words for whoever looks after the page. */
export interface Described {
  readonly title: string;
  readonly lines: readonly string[];
}

interface Around {
  readonly post: Pick<Post, 'publishPlatform' | 'pageName'>;
  readonly timeZone: string;
}

export const FIELD_NAMES: Record<EditedField, string> = {
  content: 'Text',
  contentType: 'Content type',
  tone: 'Tone',
  keywords: 'Keywords',
  page: 'Page',
};

export function describeEntry(entry: TimelineEntry, around: Around): Described {
  const at = (instant: string) =>
    `${formatHistoryDate(instant, around.timeZone)} (${formatZone(instant, around.timeZone)})`;
  switch (entry.kind) {
    case 'written':
      return { title: titleOfWriting(entry), lines: entry.generation === null ? [] : [modelOf(entry.generation)] };
    case 'edited':
      return {
        title: `Edited by ${nameOf(entry.by)}`,
        lines: [`Changed: ${namesOfEdits(entry).join(', ')}.`],
      };
    case 'scheduled':
    case 'unscheduled':
      return describePlan(entry, at);
    case 'publish-asked':
      return {
        title: entry.by === null ? 'Publishing now' : `${nameOf(entry.by)} published it now`,
        lines: [],
      };
    case 'held':
      return { title: 'On hold', lines: messageOf(entry) };
    case 'released':
      return { title: 'Back on schedule', lines: ['It goes out at its time again.'] };
    case 'not-out':
      return {
        title: { failed: 'Not published', missed: 'Missed its time', scheduled: 'Postponed' }[entry.status],
        lines: messageOf(entry),
      };
    case 'attempt':
      return describeAttempt(entry, around, at);
    case 'published':
      return {
        title: `Published on ${placeOf(around.post)}`,
        lines: entry.isLate && entry.scheduledAt !== null ? [`Late. Scheduled for ${at(entry.scheduledAt)}.`] : [],
      };
    case 'engagement':
      return {
        title: 'Engagement',
        lines: [
          `${count(entry.likes, 'like')}, ${count(entry.comments, 'comment')}, ` +
            `${count(entry.shares, 'share')} when we last checked.`,
        ],
      };
    case 'gone':
      return {
        title: 'No longer on Facebook',
        lines: ['We can no longer see this post on Facebook. It was deleted or hidden, or the page lost access to it.'],
      };
  }
}

function describePlan(entry: Entry<'scheduled' | 'unscheduled'>, at: (instant: string) => string): Described {
  const from = entry.from === null ? null : at(entry.from);
  if (entry.kind === 'scheduled')
    return {
      title: `${from === null ? 'Scheduled' : 'Moved'} by ${nameOf(entry.by)}`,
      lines: [from === null ? `For ${at(entry.to)}.` : `From ${from} to ${at(entry.to)}.`, ...messageOf(entry)],
    };
  if (entry.hadFailed) return { title: 'Saved as a draft', lines: ['Your text is safe.'] };
  return {
    title: `Unscheduled by ${nameOf(entry.by)}`,
    lines: from === null ? [] : [`It was scheduled for ${from}.`],
  };
}

function describeAttempt(
  { number, outcome, answers, sentAt, problem, resolution, orphans }: Entry<'attempt'>,
  { post }: Around,
  at: (instant: string) => string,
): Described {
  const service = serviceOf(post);
  const ends = { 'under-way': 'in progress', published: 'published', refused: 'refused', abandoned: 'abandoned' };
  return {
    title: `Attempt ${number}: ${ends[outcome]}`,
    lines: [
      ...answers.map((answer) => describeAnswer(answer, service, at)),
      ...(sentAt === null || outcome === 'published' ? [] : [`Sent on ${at(sentAt)}.`]),
      ...(resolution == null
        ? messageOf({ problem })
        : [`${nameOf(resolution.by)} ${RESOLVED[resolution.as]} ${at(resolution.at)}.`]),
      ...(orphans == null ? [] : orphansOf(orphans, service)),
    ],
  };
}

/** How its owner ended the doubt about an attempt. */
const RESOLVED: Record<Resolution, string> = {
  out: 'checked and saw that it was published, on',
  'not-out': "checked, didn't find it, and published it again, on",
  forget: 'stopped checking, on',
};

/** One answer of an effort, with how often it came and when. */
export function describeAnswer(
  { kind, at: first, until, times, fault }: AttemptAnswer,
  service: string,
  at: (instant: string) => string,
): string {
  const isSilent = fault !== null && fault.code === null && fault.httpStatus === null;
  const sentences: Record<AttemptAnswer['kind'], string> = {
    retried:
      fault === null
        ? 'Checked first whether it was already published'
        : `${service} ${isSilent ? "didn't answer" : 'answered with an error'} before publishing anything, ` +
          'so we tried again',
    unclear: "Facebook's answer was unclear, so we checked the page instead of posting again",
    absent: "Checked the page, and it wasn't there yet",
    processing: `${service} had the file and was processing it`,
  };
  const [since, last] = [at(first), at(until)];
  return [
    sentences[kind],
    ...(times === 1 ? [] : [`${times} times`]),
    since === last ? since : `${since} to ${last}`,
  ].join(' · ');
}

/** An edit of a short field in one line. */
export function describeEdit({ field, before, after }: Edit): string {
  const shown = (value: string | null) => {
    if (value === null || value === '') return 'nothing';
    return field === 'contentType' ? contentTypeLabel(value) : value;
  };
  return `${FIELD_NAMES[field]}: ${shown(before)} → ${shown(after)}`;
}

export function nameOf(by: { name: string; isInPlace: boolean; token?: string | undefined } | null): string {
  if (by === null) return 'Pagecast';
  if (by.token !== undefined) return `${by.name} (by ${by.token})`;
  return by.isInPlace ? `${by.name}, an administrator impersonating the owner` : by.name;
}

export function serviceOf({ publishPlatform }: Pick<Post, 'publishPlatform'>): string {
  return networkFacts(publishPlatform).speaker;
}

function placeOf(post: Around['post']): string {
  const { hasPages, place, title } = networkFacts(post.publishPlatform);
  return hasPages ? (post.pageName ?? title) : place;
}

function titleOfWriting({ isAiGenerated, by, generation }: Entry<'written'>): string {
  if (generation?.purpose === 'automation') return 'Written by the AI for automation';
  if (isAiGenerated) return by === null ? 'Written by the AI' : `Written by the AI for ${nameOf(by)}`;
  return by === null ? 'Written manually' : `Written by ${nameOf(by)}`;
}

function modelOf({
  model,
  startedAt,
  endedAt,
  inputTokens,
  outputTokens,
  costMicros,
}: NonNullable<Entry<'written'>['generation']>): string {
  const seconds = endedAt === null ? null : (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return [
    `Model ${model}`,
    ...(seconds === null ? [] : [`${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`]),
    ...(inputTokens === null || outputTokens === null
      ? []
      : [`${(inputTokens + outputTokens).toLocaleString('en')} tokens`]),
    ...(costMicros === null ? [] : [`US$${(costMicros / 1_000_000).toFixed(costMicros < 10_000 ? 4 : 2)}`]),
  ].join(' · ');
}

function orphansOf({ removed, left, isGivenUp }: NonNullable<Entry<'attempt'>['orphans']>, service: string): string[] {
  const some = (number: number) => (number === 1 ? 'A hidden draft' : `${number.toLocaleString('en')} hidden drafts`);
  return [
    ...(removed === 0
      ? []
      : [`${some(removed)} that nobody could see ${removed === 1 ? 'was' : 'were'} removed from ${service}.`]),
    ...(left === 0 || left === null || isGivenUp
      ? []
      : [
          `${some(left)} that nobody can see ${left === 1 ? 'is' : 'are'} still on ${service}. ` +
            `We'll keep trying to remove ${left === 1 ? 'it' : 'them'}.`,
        ]),
    ...(isGivenUp
      ? [
          `A hidden draft may still be on ${service}. ` +
            "Nobody can see it, and we can't remove it, because the page is no longer connected.",
        ]
      : []),
  ];
}

function messageOf({ problem }: { problem: { message: string } | null }): string[] {
  return problem === null ? [] : [problem.message];
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}

function namesOfEdits({ edits, hasNewFiles = false }: Extract<TimelineEntry, { kind: 'edited' }>): string[] {
  return [...edits.map(({ field }) => FIELD_NAMES[field].toLowerCase()), ...(hasNewFiles ? ['files'] : [])];
}
