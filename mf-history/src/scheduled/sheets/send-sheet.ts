import { TIME_ZONE_HEADER, uploadSheet, type Sheet } from '@pagecast/api/contract';
import { announce, ApiError, browserTimeZone } from '@pagecast/shell/kit';

/**
 * Sends a file to be read.
 * @param worksheet of a workbook, from 1; left out, the first one with rows
 * @throws ApiError that says what to change
 */
export async function sendSheet({ file, worksheet }: { file: File; worksheet?: number }): Promise<Sheet> {
  const query = new URLSearchParams({
    name: file.name,
    ...(worksheet !== undefined && { worksheet: String(worksheet) }),
  });
  const response = await answerTo(`${uploadSheet.path}?${query.toString()}`, file);
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
