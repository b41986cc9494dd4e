import { finishUpload, MEDIA_UPLOADS_PATH, type MediaFile, type MediaKind } from '@pagecast/api/contract';
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { callApi } from '../runtime/api-client.ts';
import { reasonOf, statusOf } from '../runtime/api-error.ts';
import { announce } from '../runtime/session-signals.ts';

/** How far a file has come. */
export type UploadProgress =
  | { readonly state: 'sending'; readonly sent: number }
  /**
   * Goes on where it stopped when somebody says so; where its line was cut or the session ended, by itself afterwards.
   */
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
const LOGGED_OUT = 'Log in again, and the upload will pick up where it left off.';
const UNREADABLE = "We can't read this file. It was moved or changed after you chose it. Choose it again.";

/** Where a file stands, between what the protocol's client tells and what its person wants. */
interface Way {
  upload: Upload | null;
  sent: number;
  isSilent: boolean;
  isStopped: boolean;
  /** The protocol's client waits for its next try. */
  isRetrying: boolean;
  /** The server has nothing of it any more. */
  isGone: boolean;
}

/**
 * Sends a file in one stream that goes on where a line dropped, by itself for a while and then when asked to; the same
 * file chosen again, also after a reload, goes on too.
 */
export function uploadFile(file: File, kind: MediaKind, notify: (progress: UploadProgress) => void): RunningUpload {
  const way: Way = { upload: null, sent: 0, isSilent: false, isStopped: false, isRetrying: false, isGone: false };
  const say = (progress: UploadProgress) => {
    way.isGone = progress.state === 'refused';
    if (!way.isSilent) notify(progress);
  };
  const lost = (reason = LOST) => sayLost(file, way, say, reason);
  const check = () => checkUpload(kind, way, say);

  /** The protocol is fetched with the first file. */
  async function begin(): Promise<void> {
    const { Upload } = await import('tus-js-client');
    const upload = new Upload(file, protocolOptions(file.name, way, { say, lost, check }));
    way.upload = upload;
    const [before] = await upload.findPreviousUploads();
    if (before !== undefined) upload.resumeFromPreviousUpload(before);
    if (!way.isStopped && !way.isSilent) upload.start();
  }

  function start(): void {
    const { upload } = way;
    way.isStopped = false;
    say({ state: 'sending', sent: way.sent });
    if (way.sent === file.size && upload !== null && !way.isRetrying) void check();
    else if (way.isRetrying) void upload?.abort().then(() => upload.start());
    else if (upload !== null) upload.start();
    else begin().catch(() => lost());
  }

  start();
  return {
    stop() {
      way.isStopped = true;
      void way.upload?.abort();
      say({ state: 'stopped', sent: way.sent, reason: 'Paused. Press Resume to continue.', isCut: false });
    },
    resume: start,
    leave() {
      way.isSilent = true;
      void way.upload?.abort();
    },
    cancel() {
      way.isSilent = true;
      if (!way.isGone) void way.upload?.abort(true).catch(() => {});
    },
  };
}

type Say = (progress: UploadProgress) => void;

/** Nobody can tell a line that was cut from a file that is gone but by looking at the file. */
function sayLost(file: File, way: Way, say: Say, reason: string): void {
  say({ state: 'stopped', sent: way.sent, reason, isCut: true });
  file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      void way.upload?.abort();
      say({ state: 'refused', reason: UNREADABLE });
    });
}

/** How the protocol's client sends a file, and what it tells of it. */
function protocolOptions(
  name: string,
  way: Way,
  { say, lost, check }: { say: Say; lost: (reason?: string) => void; check: () => Promise<void> },
): UploadOptions {
  return {
    endpoint: new URL(MEDIA_UPLOADS_PATH, location.href).href,
    retryDelays: RETRY_AFTER_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: name },
    onProgress: (bytes) => {
      way.sent = bytes;
      way.isRetrying = false;
      if (!way.isStopped) say({ state: 'sending', sent: bytes });
    },
    onSuccess: () => {
      void check();
    },
    onShouldRetry: (error, tries) => {
      way.isRetrying = navigator.onLine && isWorthAnotherTry(error);
      // The first one comes at once.
      if (way.isRetrying && tries > 0) lost();
      return way.isRetrying;
    },
    onError: (error) => {
      const reason = refusalIn(error as DetailedError);
      const isLoggedOut = (error as DetailedError).originalResponse?.getStatus() === 401;
      if (isLoggedOut) announce('ended');
      if (reason === null) lost(isLoggedOut ? LOGGED_OUT : LOST);
      else say({ state: 'refused', reason });
    },
  };
}

/** Has the server look at a file that has arrived in whole. */
async function checkUpload(kind: MediaKind, way: Way, say: Say): Promise<void> {
  say({ state: 'checking' });
  const id = way.upload?.url?.split('/').at(-1) ?? '';
  try {
    say({ state: 'ready', media: await callApi(finishUpload, { params: { id }, body: { kind } }) });
  } catch (error) {
    const isRefusal = [400, 404, 413].includes(statusOf(error) ?? 0);
    const cut = { 0: LOST, 401: LOGGED_OUT }[statusOf(error) ?? NaN];
    const reason = cut ?? reasonOf(error, "We couldn't check the file. Try again.");
    if (isRefusal) say({ state: 'refused', reason });
    else say({ state: 'stopped', sent: way.sent, reason, isCut: cut !== undefined });
  }
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
