import { FRAME_LIMIT_BYTES, keepVideoFrame } from '@pagecast/api/contract';

/** Wide enough for every screen that shows it small. */
const PIXELS = 640;
/** The first picture of a video is often black. */
const INTO_IT_SECONDS = 1;
/** A browser that cannot show a video may say nothing at all of it. */
const WITHIN_MS = 5000;

/**
 * Gives a video of the library a frame of it for a thumbnail, where this browser can show it. One that it cannot show
 * keeps its sign: nothing depends on it.
 * @param source where this page reads the video from
 */
export async function keepFrame(id: number, source: string): Promise<boolean> {
  const video = document.createElement('video');
  try {
    const frame = await drawnWithin(video, source);
    if (frame === null || frame.size > FRAME_LIMIT_BYTES) return false;
    const body = new FormData();
    body.append('file', frame, 'frame.jpg');
    const address = keepVideoFrame.path.replace(':id', String(id));
    return (await fetch(address, { method: keepVideoFrame.method, credentials: 'same-origin', body })).ok;
  } catch {
    return false;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

async function drawnWithin(video: HTMLVideoElement, source: string): Promise<Blob | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), WITHIN_MS);
  const when = (event: string) =>
    new Promise<void>((resolve, reject) => {
      const options = { once: true, signal: late.signal };
      video.addEventListener(event, () => resolve(), options);
      video.addEventListener('error', () => reject(new Error('This browser cannot show the video')), options);
      late.signal.addEventListener('abort', () => reject(new Error('It took too long')), { once: true });
    });
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: source });
    await when('loadeddata');
    const isThere = when('seeked');
    video.currentTime = Math.min(INTO_IT_SECONDS, Number.isFinite(video.duration) ? video.duration / 2 : 0);
    await isThere;
    return await drawn(video);
  } finally {
    clearTimeout(timer);
  }
}

function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, PIXELS / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.85);
  });
}
