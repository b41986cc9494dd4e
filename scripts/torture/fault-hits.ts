import type { Attempt } from './chaos-run.ts';
import type { JournalLine, Watched, Words } from './watch.ts';

/** What a call was for. */
export const STEPS = ['create', 'flip', 'send', 'photo', 'video', 'reel', 'story', 'article', 'poll'] as const;
export type Step = (typeof STEPS)[number];

/** A fault that hit a call about a post. */
export interface FaultHit {
  readonly faultId: string;
  readonly step: Step;
  /** Null where nobody can tell any more, such as an upload whose id was lost with its answer. */
  readonly postId: number | null;
  /** What the screen said next, before the next fault hit the post; null for nothing but "publishing". */
  readonly words: Words | null;
}

/** Which call of which post every fault hit, and what its owner saw then. */
export function faultHitsOf({ journal, words }: Watched, attempts: readonly Attempt[]): FaultHit[] {
  const find = postFinder(attempts);
  const wordsOf = new Map<number, Words[]>();
  for (const word of words) wordsOf.set(word.postId, [...(wordsOf.get(word.postId) ?? []), word]);
  const hits = journal.flatMap((line) => {
    const step = stepOf(line);
    return step === null
      ? []
      : line.faults.map((faultId) => ({ faultId, step, postId: find(line), at: Date.parse(line.at) }));
  });
  const timesOf = new Map<number, number[]>();
  for (const { postId, at } of hits) if (postId !== null) timesOf.set(postId, [...(timesOf.get(postId) ?? []), at]);

  return hits.map(({ faultId, step, postId, at }) => {
    if (postId === null) return { faultId, step, postId, words: null };
    const nextHit = Math.min(...(timesOf.get(postId) ?? []).filter((time) => time > at), Infinity);
    const said = (wordsOf.get(postId) ?? []).find((word) => word.at.getTime() >= at && word.at.getTime() <= nextHit);
    return { faultId, step, postId, words: said?.code == null ? null : said };
  });
}

export function stepOf({ service, method, path, params }: JournalLine): Step | null {
  if (service === 'openai') return null;
  if (method === 'GET') return 'poll';
  if (service === 'fiztech') return 'article';
  if (path.endsWith('/feed')) return params['published'] === 'false' ? 'create' : 'send';
  if (path.endsWith('/photos')) return 'photo';
  if (path.endsWith('_stories')) return 'story';
  if (path.endsWith('/videos')) return 'video';
  if (path.endsWith('/video_reels') || path.includes('/rupload/')) return 'reel';
  return method === 'POST' ? 'flip' : null;
}

/**
 * By the text of the call, by an id of Facebook's that we hold, or by the only post that was on its way on that page
 * just then.
 */
function postFinder(attempts: readonly Attempt[]): (line: JournalLine) => number | null {
  const byText = new Map(attempts.map(({ content, postId }) => [content, postId]));
  const byId = new Map<string, number>();
  const ofPage = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const { postId, remoteId, checkpoint, page } = attempt;
    for (const id of [
      remoteId,
      checkpoint['videoId'],
      ...(Array.isArray(checkpoint['photoIds']) ? (checkpoint['photoIds'] as unknown[]) : []),
    ]) {
      if (typeof id === 'string') byId.set(id, postId);
    }
    if (page !== null) ofPage.set(page, [...(ofPage.get(page) ?? []), attempt]);
  }

  return ({ params, path, page, at }) => {
    const text = params['message'] ?? params['description'] ?? params['body'];
    const known =
      (text === undefined ? undefined : byText.get(text)) ??
      byId.get(params['video_id'] ?? params['photo_id'] ?? '') ??
      byId.get(path.split('/').at(-1) ?? '');
    if (known !== undefined || page === null) return known ?? null;
    const time = Date.parse(at);
    const onTheWay = (ofPage.get(page) ?? []).filter(
      ({ startedAt, endedAt }) => startedAt.getTime() <= time && (endedAt?.getTime() ?? Infinity) >= time,
    );
    return onTheWay.length === 1 ? (onTheWay[0]?.postId ?? null) : null;
  };
}
