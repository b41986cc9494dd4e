import { finishUpload, MEDIA_UPLOADS_PATH, type MediaFile, type MediaKind } from '@pagecast/api/contract';
import { callApi, reasonOf, statusOf } from '@pagecast/shell/kit';
import type { DetailedError, Upload } from 'tus-js-client';

/** How far a file has come. */
export type Progress =
  | { readonly state: 'sending'; readonly sent: number }
  /** Goes on where it stopped when somebody says so; where its line was cut, also as soon as there is one again. */
  | { readonly state: 'stopped'; readonly sent: number; readonly reason: string; readonly isCut: boolean }
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

/** For five minutes: a server that is started anew is back by then. */
const RETRY_AFTER_MS = [0, 1000, 3000, 5000, 10_000, ...Array.from({ length: 14 }, () => 20_000)];
const LOST = 'Connection lost. The upload will pick up where it left off.';
const UNREADABLE = "We can't read this file. It was moved or changed after you chose it. Choose it again.";

/**
 * Sends a file in one stream that goes on where a line dropped, by itself for a while and then when asked to; the same
 * file chosen again, also after a reload, goes on too.
 */
export function uploadFile(file: File, kind: MediaKind, notify: (progress: Progress) => void): RunningUpload {
  let upload: Upload | null = null;
  let sent = 0;
  let isSilent = false;
  let isStopped = false;
  /** The protocol's client waits for its next try. */
  let isRetrying = false;
  /** The server has nothing of it any more. */
  let isGone = false;
  const say = (progress: Progress) => {
    isGone = progress.state === 'refused';
    if (!isSilent) notify(progress);
  };
  const stopped = (reason: string, isCut: boolean) => say({ state: 'stopped', sent, reason, isCut });

  /** Nobody can tell a line that was cut from a file that is gone but by looking at the file. */
  function lost(): void {
    stopped(LOST, true);
    file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        void upload?.abort();
        say({ state: 'refused', reason: UNREADABLE });
      });
  }

  /** The protocol is fetched with the first file. */
  async function begin(): Promise<void> {
    const { Upload } = await import('tus-js-client');
    upload = new Upload(file, {
      endpoint: new URL(MEDIA_UPLOADS_PATH, location.href).href,
      retryDelays: RETRY_AFTER_MS,
      removeFingerprintOnSuccess: true,
      onProgress: (bytes) => {
        sent = bytes;
        isRetrying = false;
        if (!isStopped) say({ state: 'sending', sent });
      },
      onSuccess: () => {
        void check();
      },
      onShouldRetry: (error, tries) => {
        isRetrying = navigator.onLine && isWorthAnotherTry(error);
        // The first one comes at once.
        if (isRetrying && tries > 0) lost();
        return isRetrying;
      },
      onError: (error) => {
        const reason = refusalIn(error as DetailedError);
        if (reason === null) lost();
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
      const reason = reasonOf(error, "We couldn't check the file. Try again.");
      if (isRefusal) say({ state: 'refused', reason });
      else stopped(statusOf(error) === 0 ? LOST : reason, statusOf(error) === 0);
    }
  }

  function start(): void {
    isStopped = false;
    say({ state: 'sending', sent });
    if (sent === file.size && upload !== null && !isRetrying) void check();
    else if (isRetrying) void upload?.abort().then(() => upload?.start());
    else if (upload !== null) upload.start();
    else begin().catch(lost);
  }

  start();
  return {
    stop() {
      isStopped = true;
      void upload?.abort();
      stopped('Paused. Press Resume to continue.', false);
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

function isWorthAnotherTry(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
  return (status < 400 || status >= 500 || [409, 423, 429].includes(status)) && status !== 507;
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
