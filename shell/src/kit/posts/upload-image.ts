import { uploadMedia, type MediaFile } from '@pagecast/api/contract';
import { ApiError } from '../runtime/api-error.ts';
import { announce } from '../runtime/session-signals.ts';

/** Stores an image, in one request. @throws ApiError with the server's sentence where it will not have it */
export async function uploadImage(file: File): Promise<MediaFile> {
  const address = `${uploadMedia.path}?kind=image`;
  const body = new FormData();
  body.append('file', file, file.name);
  const response = await fetch(address, { method: uploadMedia.method, credentials: 'same-origin', body }).catch(
    (error: unknown) => {
      throw ApiError.unreachable(error);
    },
  );
  if (response.status === 401) announce('ended');
  if (!response.ok) throw await ApiError.fromResponse(response);
  return (await response.json()) as MediaFile;
}
