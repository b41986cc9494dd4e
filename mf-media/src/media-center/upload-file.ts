import { finishUpload, MEDIA_UPLOADS_PATH, type MediaFile, type MediaKind } from '@pagecast/api/contract';
import { callApi, reasonOf, statusOf } from '@pagecast/shell/kit';
import type { DetailedError, Upload } from 'tus-js-client';

/** How far a file has come. */
export type Progress =
  | { readonly state: 'sending'; readonly sent: number }
  /** Goes on where it stopped when somebody says so. */
  | { readonly state: 'stopped'; readonly sent: number; readonly reason: string }
  | { readonly state: 'checking' }
  | { readonly state: 'ready'; readonly media: MediaFile }
  | { readonly state: 'refused'; readonly reason: string };

export interface RunningUpload {
  stop(): void;
  resume(): void;
  /** Stops without a word. */
  leave(): void;
  /** Ends it, and takes away what has arrived. */
  cancel(): void;
}

const RETRY_AFTER_MS = [0, 1000, 3000, 5000, 10_000, 20_000];
const LOST = 'The connection was lost. The upload goes on where it stopped.';

/**
 * Sends a file in one stream that goes on where a line dropped, by itself for a while and then when asked to; the same file chosen again,
 * also after a reload, goes on too.
 */
export function uploadFile(file: File, kind: MediaKind, tell: (progress: Progress) => void): RunningUpload {
  let upload: Upload | null = null;
  let sent = 0;
  let isSilent = false;
  let isStopped = false;
  /** The server has nothing of it any more. */
  let isGone = false;
  const say = (progress: Progress) => {
    isGone = progress.state === 'refused';
    if (!isSilent) tell(progress);
  };
  const stopped = (reason: string) => say({ state: 'stopped', sent, reason });

  /** The protocol is fetched with the first file. */
  async function begin(): Promise<void> {
    const { Upload } = await import('tus-js-client');
    upload = new Upload(file, {
      endpoint: new URL(MEDIA_UPLOADS_PATH, location.href).href,
      retryDelays: RETRY_AFTER_MS,
      removeFingerprintOnSuccess: true,
      onProgress: (bytes) => {
        sent = bytes;
        if (!isStopped) say({ state: 'sending', sent });
      },
      onSuccess: () => { void check(); },
      onError: (error) => {
        const reason = refusalIn(error as DetailedError);
        if (reason === null) stopped(LOST);
        else say({ state: 'refused', reason });
      },
    });
    const [before] = await upload.findPreviousUploads();
    if (before !== undefined) upload.resumeFromPreviousUpload(before);
    if (!isStopped && !isSilent) upload.start();
  }

  async function check(): Promise<void> {
    say({ state: 'checking' });
    const id = upload?.url?.split('/').at(-1) ?? '';
    try {
      say({ state: 'ready', media: await callApi(finishUpload, { params: { id }, body: { kind } }) });
    } catch (error) {
      const isRefusal = [400, 404, 413].includes(statusOf(error) ?? 0);
      const reason = reasonOf(error, 'The file could not be checked. Try again.');
      if (isRefusal) say({ state: 'refused', reason });
      else stopped(reason);
    }
  }

  function start(): void {
    isStopped = false;
    say({ state: 'sending', sent });
    if (sent === file.size && upload !== null) void check();
    else if (upload !== null) upload.start();
    else begin().catch(() => stopped(LOST));
  }

  start();
  return {
    stop() {
      isStopped = true;
      void upload?.abort();
      stopped('Stopped. It goes on where it stopped.');
    },
    resume: start,
    leave() {
      isSilent = true;
      void upload?.abort();
    },
    cancel() {
      isSilent = true;
      if (!isGone) void upload?.abort(true).catch(() => {});
    },
  };
}

/** The server's sentence when it will not have the file at all; null for everything that another try may mend. */
function refusalIn(error: DetailedError): string | null {
  const status = error.originalResponse?.getStatus() ?? 0;
  if (status < 400 || (status >= 500 && status !== 507) || [401, 409, 423, 429].includes(status)) return null;
  try {
    const body = JSON.parse(error.originalResponse?.getBody() ?? '') as { message?: unknown };
    return typeof body.message === 'string' ? body.message : null;
  } catch {
    return null;
  }
}
