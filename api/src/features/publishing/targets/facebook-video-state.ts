import * as z from 'zod';
import type { GraphClient } from '../../../facebook/graph-client.ts';
import { GraphError, MediaRefusedError } from '../../../facebook/graph-errors.ts';
import { outcomeOf, type Outcome, type OutgoingToPage, type Sent } from '../target.ts';
import { permalinkOf } from './facebook-page.ts';

const Problem = z.object({ message: z.string().optional(), code: z.number().optional().catch(undefined) });
const Phase = z.object({
  status: z.string().optional(),
  error: Problem.optional().catch(undefined),
  errors: z.array(Problem).optional().catch(undefined),
  bytes_transfered: z.coerce.number().optional().catch(undefined),
  publish_status: z.string().optional(),
});
export const VideoState = z.object({
  id: z.string(),
  published: z.boolean().optional(),
  post_id: z.string().optional(),
  permalink_url: z.string().optional(),
  status: z.object({
    video_status: z.string().optional(),
    uploading_phase: Phase.optional(),
    processing_phase: Phase.optional(),
    publishing_phase: Phase.optional(),
  }).optional(),
});
export type VideoState = z.infer<typeof VideoState>;

/** Work that shows no result for this long is asked for again: on the same video that makes no second post. */
export const PROCESSING_MS = 10 * 60_000;

export const VIDEO_STATE_FIELDS = 'id,published,post_id,permalink_url,status';

export async function readVideo(graph: GraphClient, { page }: OutgoingToPage, videoId: string, timeoutMs?: number): Promise<VideoState> {
  return graph.get({
    path: videoId, params: { fields: VIDEO_STATE_FIELDS }, token: page.token, app: page.app, answer: VideoState,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Bytes that Facebook holds, or 'all'. */
export function uploadedBytes({ status }: VideoState): number | 'all' {
  const phase = status?.uploading_phase;
  return isComplete(phase?.status) || isWorkedOn(status?.video_status) ? 'all' : phase?.bytes_transfered ?? 0;
}

/** The upload was ended, with or without a post to be seen: Facebook works on it, or is done. */
export function isFinished({ status }: VideoState): boolean {
  return isWorkedOn(status?.video_status) || status?.processing_phase?.status === 'in_progress' || isComplete(status?.processing_phase?.status);
}

export function isBeingWorkedOn({ status }: VideoState): boolean {
  return status?.video_status === 'processing' || status?.processing_phase?.status === 'in_progress';
}

/** Facebook may not find yet what it has just made: a no of that kind is none. */
export async function outcomeOnNew(call: () => Promise<Outcome & { kind: 'published' | 'processing' }>): Promise<Sent> {
  const outcome = await outcomeOf(call);
  const isNotYet = outcome.kind === 'refused' && outcome.error instanceof GraphError && outcome.error.isGone;
  return isNotYet ? { kind: 'unclear', error: outcome.error } : outcome;
}

/** A reel is public when its publishing phase says so. */
export function isReelPublic({ status }: VideoState): boolean {
  return status?.publishing_phase?.publish_status === 'published' && !isBroken(status.video_status);
}

/** A video of the feed is public when it is marked so and Facebook has done its work. */
export function isVideoPublic(state: VideoState): boolean {
  return state.published === true && !isBeingWorkedOn(state) && !isBroken(state.status?.video_status);
}

/** The post that shows the video, where Facebook names it. */
export function publishedVideo(state: VideoState): Outcome & { kind: 'published' } {
  const remoteId = state.post_id ?? state.id;
  // Facebook leaves its own name out of the addresses of videos.
  const address = state.permalink_url === undefined ? undefined : URL.parse(state.permalink_url, 'https://www.facebook.com');
  return { kind: 'published', remoteId, permalinkUrl: address?.href ?? permalinkOf(remoteId) };
}

/** @throws MediaRefusedError with Facebook's words when it could not use the file */
export function checkNotRefused({ status }: VideoState): void {
  const phases = [status?.uploading_phase, status?.processing_phase, status?.publishing_phase];
  if (!isBroken(status?.video_status) && !phases.some((phase) => phase?.status === 'error')) return;
  const problem = phases.flatMap((phase) => [phase?.error, ...(phase?.errors ?? [])]).find((one) => one?.message !== undefined);
  throw new MediaRefusedError(problem?.message ?? 'Facebook could not process this video. Try another file.', problem?.code === undefined ? {} : { code: problem.code });
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
