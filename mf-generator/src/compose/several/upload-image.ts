import { FILE_NAME_LIMIT, uploadMedia, type MediaFile } from '@pagecast/api/contract';
import { announce, ApiError } from '@pagecast/shell/kit';

/** Stores an image, in one request. @throws ApiError with the server's sentence where it will not have it */
export async function uploadImage(file: File): Promise<MediaFile> {
  const query = new URLSearchParams({ kind: 'image', name: file.name.slice(0, FILE_NAME_LIMIT) });
  const address = `${uploadMedia.path}?${query.toString()}`;
  const response = await fetch(address, { method: uploadMedia.method, credentials: 'same-origin', body: file }).catch(
    (error: unknown) => {
      throw ApiError.unreachable(error);
    },
  );
  if (response.status === 401) announce('ended');
  if (!response.ok) throw await ApiError.fromResponse(response);
  return (await response.json()) as MediaFile;
}
