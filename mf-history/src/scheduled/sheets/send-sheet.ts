import { TIME_ZONE_HEADER, uploadSheet, type Sheet } from '@pagecast/api/contract';
import { announce, ApiError, browserTimeZone } from '@pagecast/shell/kit';

/**
 * Sends a file to be read.
 * @throws ApiError that says what to change
 */
export async function sendSheet(file: File): Promise<Sheet> {
  const response = await answerTo(`${uploadSheet.path}?${new URLSearchParams({ name: file.name }).toString()}`, file);
  if (response.status === 401) announce('ended');
  if (!response.ok) throw await ApiError.fromResponse(response);
  return (await response.json()) as Sheet;
}

async function answerTo(address: string, body: File): Promise<Response> {
  try {
    return await fetch(address, {
      method: uploadSheet.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        // What it is, the server sees for itself: systems name these files in many ways.
        'content-type': 'application/octet-stream',
        [TIME_ZONE_HEADER]: browserTimeZone(),
      },
      body,
    });
  } catch (error) {
    throw ApiError.unreachable(error);
  }
}
