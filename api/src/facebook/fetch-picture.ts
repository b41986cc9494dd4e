/** No SVG: it could carry script, and this one is served under our own origin. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const LIMIT_BYTES = 512 * 1024;
const TIMEOUT_MS = 5000;

export interface Picture { readonly type: string; readonly bytes: Buffer }

/** The picture at `url`, or null when it is none of the types that browsers show safely, or too large. */
export async function fetchPicture(url: string): Promise<Picture | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'follow' });
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!response.ok || !TYPES.includes(type) || Number(response.headers.get('content-length') ?? 0) > LIMIT_BYTES) return null;
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.length > LIMIT_BYTES ? null : { type, bytes };
}
