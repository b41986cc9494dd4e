import { readSourceFile, type Source } from '@pagecast/api/contract';
import { announce, ApiError } from '@pagecast/shell/kit';

/** Sends a file to be read. @throws ApiError that says what to do */
export async function sendFile(file: File): Promise<Source> {
  const query = new URLSearchParams({ name: file.name.slice(-255) });
  const response = await answerTo(`${readSourceFile.path}?${query.toString()}`, file);
  if (response.status === 401) announce('ended');
  if (!response.ok) throw await ApiError.fromResponse(response);
  return (await response.json()) as Source;
}

async function answerTo(address: string, body: File): Promise<Response> {
  try {
    return await fetch(address, {
      method: readSourceFile.method,
      credentials: 'same-origin',
      // What it is, the server sees for itself: systems name these files in many ways.
      headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
      body,
    });
  } catch (error) {
    throw ApiError.unreachable(error);
  }
}
