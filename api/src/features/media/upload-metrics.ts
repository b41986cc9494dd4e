import { Counter, type Registry } from 'prom-client';
import { AppError } from '../../http/errors.ts';
import type { MediaService } from './media.service.ts';

/** The same, and counts files that people send: how many were kept, and why others were not. */
export function countedUploads(media: MediaService, { registry }: { readonly registry: Registry }): MediaService {
  const count = uploadCounters(registry);

  async function counted<Kept>(receive: () => Promise<Kept>, bytesOf: (kept: Kept) => number): Promise<Kept> {
    try {
      const kept = await receive();
      count('kept', bytesOf(kept));
      return kept;
    } catch (error) {
      count(error instanceof AppError && error.status < 500 ? 'refused' : 'failed');
      throw error;
    }
  }

  return {
    ...media,
    store: (...given) =>
      counted(
        () => media.store(...given),
        ({ bytes }) => bytes,
      ),
    finishUpload: (...given) =>
      counted(
        () => media.finishUpload(...given),
        ({ bytes }) => bytes,
      ),
    forNewPost: (owner, kind, given) =>
      'sha256' in given
        ? counted(
            () => media.forNewPost(owner, kind, given),
            () => given.bytes,
          )
        : media.forNewPost(owner, kind, given),
  };
}

function uploadCounters(registry: Registry) {
  const uploads = new Counter({
    name: 'uploads_total',
    help: 'Files that came in: kept, refused for what they are, or failed on our side',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const received = new Counter({
    name: 'upload_bytes_total',
    help: 'Bytes of the files that were kept',
    registers: [registry],
  });
  for (const outcome of ['kept', 'refused', 'failed']) uploads.inc({ outcome }, 0);
  return (outcome: 'kept' | 'refused' | 'failed', bytes = 0): void => {
    uploads.inc({ outcome });
    received.inc(bytes);
  };
}
