import * as z from 'zod';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import { FLAW_WORDS } from '../../problems/english/refusal-words.ts';
import { GraphError, MediaRefusedError } from '../../facebook/graph-errors.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Sent } from '../target.ts';
import { permalinkOf } from './page.ts';

const word = z.string().optional().catch(undefined);
/** Facebook writes a reason as an object, and now and then as the words alone. */
const Problem = z.union([
  z
    .string()
    .min(1)
    .transform((message) => ({ message, error_user_msg: undefined, code: undefined })),
  z
    .object({ message: word, error_user_msg: word, code: z.coerce.number().int().optional().catch(undefined) })
    .refine(({ message, error_user_msg: said, code }) => Boolean(message ?? said ?? code)),
]);
type Problem = z.infer<typeof Problem>;
const Phase = z
  .object({
    status: word,
    error: Problem.optional().catch(undefined),
    errors: z.array(Problem.nullable().catch(null)).optional().catch(undefined),
    /** As it came: not to be trusted before it is checked against the file. */
    bytes_transfered: z.unknown().optional(),
    publish_status: word,
  })
  .optional()
  .catch(undefined);
export const VideoState = z.object({
  id: z.string(),
  published: z.boolean().optional(),
  post_id: GraphId.optional().catch(undefined),
  permalink_url: z.string().optional(),
  status: z
    .object({
      video_status: word,
      error: Problem.optional().catch(undefined),
      uploading_phase: Phase,
      processing_phase: Phase,
      publishing_phase: Phase,
    })
    .optional(),
});
export type VideoState = z.infer<typeof VideoState>;

/** Work that shows no result for this long is asked for again: on the same video that makes no second post. */
export const PROCESSING_MS = 10 * 60_000;

export const VIDEO_STATE_FIELDS = 'id,published,post_id,permalink_url,status';

export async function readVideo(
  graph: GraphClient,
  { page }: OutgoingToPage,
  videoId: string,
  timeoutMs?: number,
): Promise<VideoState> {
  return graph.get({
    path: videoId,
    params: { fields: VIDEO_STATE_FIELDS },
    token: page.token,
    app: page.app,
    answer: VideoState,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Bytes that Facebook says it holds, not checked yet; or 'all'. */
export function uploadedBytes({ status }: VideoState): unknown {
  const phase = status?.uploading_phase;
  return isComplete(phase?.status) || isWorkedOn(status?.video_status) ? 'all' : (phase?.bytes_transfered ?? 0);
}

/** The upload was ended, with or without a post to be seen: Facebook works on it, or is done. */
export function isFinished({ status }: VideoState): boolean {
  return (
    isWorkedOn(status?.video_status) ||
    status?.processing_phase?.status === 'in_progress' ||
    isComplete(status?.processing_phase?.status)
  );
}

export function isBeingWorkedOn(state: VideoState): boolean {
  const { status } = state;
  return (
    (status?.video_status === 'processing' || status?.processing_phase?.status === 'in_progress') &&
    problemOf(state) === undefined
  );
}

/** Facebook may not find yet what it has just made: a no of that kind is none. */
export async function outcomeOnNew(call: () => Promise<Outcome & { kind: 'published' | 'processing' }>): Promise<Sent> {
  const outcome = await outcomeOf(call);
  const isNotYet = outcome.kind === 'refused' && outcome.error instanceof GraphError && outcome.error.isGone;
  return isNotYet ? { kind: 'unclear', error: outcome.error } : outcome;
}

/**
 * A reel is public when its publishing phase says so; with a reason why it failed, only when that phase is over too.
 */
export function isReelPublic(state: VideoState): boolean {
  const { status } = state;
  return (
    status?.publishing_phase?.publish_status === 'published' &&
    !isBroken(status.video_status) &&
    (problemOf(state) === undefined || isComplete(status.publishing_phase.status))
  );
}

/** A video of the feed is public when it is marked so and Facebook has done its work. */
export function isVideoPublic(state: VideoState): boolean {
  const videoStatus = state.status?.video_status;
  return (
    state.published === true &&
    !isBeingWorkedOn(state) &&
    !isBroken(videoStatus) &&
    (problemOf(state) === undefined || videoStatus === 'ready')
  );
}

/** The post that shows the video, where Facebook names it. */
export function publishedVideo(state: VideoState): Outcome & { kind: 'published' } {
  const remoteId = state.post_id ?? state.id;
  // Facebook leaves its own name out of the addresses of videos.
  const address =
    state.permalink_url === undefined ? undefined : URL.parse(state.permalink_url, 'https://www.facebook.com');
  return { kind: 'published', remoteId, permalinkUrl: address?.href ?? permalinkOf(remoteId) };
}

/** @throws MediaRefusedError with Facebook's words when it could not use the file */
export function checkNotRefused(state: VideoState): void {
  const problem = problemOf(state);
  const isRefused =
    problem !== undefined ||
    isBroken(state.status?.video_status) ||
    phasesOf(state).some((phase) => phase?.status === 'error');
  if (!isRefused) return;
  const code = problem?.code === undefined ? {} : { code: problem.code };
  const said = problem?.error_user_msg ?? problem?.message;
  throw said === undefined
    ? new MediaRefusedError(FLAW_WORDS.unprocessed, { ...code, flaw: 'unprocessed' })
    : new MediaRefusedError(said, code);
}

const phasesOf = ({ status }: VideoState) => [
  status?.uploading_phase,
  status?.processing_phase,
  status?.publishing_phase,
];

/** The reason that any phase carries: it counts, whatever the words beside it say. */
function problemOf(state: VideoState): Problem | undefined {
  return [state.status?.error, ...phasesOf(state).flatMap((phase) => [phase?.error, ...(phase?.errors ?? [])])].find(
    (one) => one !== undefined && one !== null,
  );
}

function isWorkedOn(videoStatus: string | undefined): boolean {
  return videoStatus === 'processing' || videoStatus === 'ready';
}

/** Facebook's own pages write it in two ways. */
function isComplete(phase: string | undefined): boolean {
  return phase === 'complete' || phase === 'completed';
}

function isBroken(videoStatus: string | undefined): boolean {
  return videoStatus === 'error' || videoStatus === 'upload_failed' || videoStatus === 'expired';
}
