/** No SVG: it could carry script, and this one is served under our own origin. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const LIMIT_BYTES = 512 * 1024;
const TIMEOUT_MS = 5000;

export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The picture at `url`, or null when it is none of the types that browsers show safely, or too large. */
export async function fetchPicture(url: string): Promise<Picture | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'follow' });
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!response.ok || !TYPES.includes(type) || Number(response.headers.get('content-length') ?? 0) > LIMIT_BYTES)
    return null;
  const bytes = await wholeIn(response);
  return bytes === null ? null : { type, bytes };
}

/** null for more than the limit, however much follows. */
async function wholeIn({ body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
