import { isFailure, isUnclear, type Failure } from '../networks/failure.ts';
import { type Checkpoint, type Outcome, type Outgoing, type Target } from '../networks/target.ts';
import { textMark } from '../networks/text-mark.ts';

/** What outlives a worker: kept as the database would keep it. */
export interface Kept {
  remoteId: string | null;
  checkpoint: Checkpoint;
  sentAt: Date | null;
}

interface Drive {
  readonly kept?: Kept;
  readonly taken?: ReadonlySet<string>;
  /** Called between two steps, where time passes in the product. */
  readonly pass?: () => Promise<unknown>;
}

type End = Extract<Outcome, { kind: 'published' | 'refused' }>;

const STEPS = 20;

export const nothingKept = (): Kept => ({ remoteId: null, checkpoint: {}, sentAt: null });

/** Takes a post through a target by the engine's rules, with a worker that remembers nothing but what is kept. */
export async function drive(
  target: Target,
  post: Outgoing,
  { kept = nothingKept(), taken = new Set(), pass = async () => {} }: Drive = {},
): Promise<End> {
  let absences = 0;
  for (let step = 0; step < STEPS; step += 1) {
    await pass();
    const outcome = await once(target, post, kept, taken, absences);
    if (outcome.kind === 'published') return outcome;
    if (outcome.kind === 'processing') kept.remoteId = outcome.remoteId;
    absences = outcome.kind === 'absent' ? absences + 1 : 0;
    if (outcome.kind === 'refused' && !isGone(outcome.error)) return outcome;
  }
  throw new Error(`Not at an end after ${STEPS} steps`);
}

async function once(
  target: Target,
  post: Outgoing,
  kept: Kept,
  taken: ReadonlySet<string>,
  absences: number,
): Promise<Outcome> {
  if (kept.sentAt !== null) {
    const ids = [
      kept.remoteId,
      ...(Array.isArray(kept.checkpoint['photoIds']) ? (kept.checkpoint['photoIds'] as string[]) : []),
    ].filter((id) => id !== null);
    const sought = {
      since: kept.sentAt,
      until: null,
      ids,
      textMarks: [textMark(post.content)],
      taken: async () => taken,
    };
    const outcome = await target.observe(
      post,
      { remoteId: kept.remoteId, checkpoint: kept.checkpoint, sentAt: kept.sentAt },
      sought,
    );
    if (outcome.kind !== 'absent' || (!target.isCommitRepeatable && absences < 1)) return outcome;
  }
  try {
    const id =
      kept.remoteId ??
      (await target.prepare(post, kept.checkpoint, async (checkpoint) => {
        kept.checkpoint = structuredClone(checkpoint);
        return true;
      }));
    if (id === 'lost') throw new Error('Lost without anybody to lose it to');
    Object.assign(kept, { remoteId: id, sentAt: new Date() });
    return await target.commit(post, { id, checkpoint: kept.checkpoint });
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: isUnclear(error) ? 'unclear' : 'refused', error };
  }
}

function isGone(error: Failure): boolean {
  return 'isGone' in error && error.isGone;
}
