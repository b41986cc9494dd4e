import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** How old a request may be, so that a stolen one is of no use later; Facebook sends them at once. */
const MAX_AGE_SECONDS = 24 * 3600;
/** How far Facebook's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 300;

const Payload = z.object({ algorithm: z.string(), issued_at: z.number(), user_id: z.string().regex(/^\d{1,32}$/) });

export interface SignedRequest {
  /** The person's id under the app whose secret it was signed with. */
  readonly facebookId: string;
  readonly issuedAt: Date;
  /** The same for every copy of this request. */
  readonly signature: Buffer;
}

/** What Facebook signed with this secret and sent not long ago; null for everything else. */
export function readSignedRequest(text: string, appSecret: string, now: number): SignedRequest | null {
  const parts = text.split('.');
  const [signed, payload] = parts;
  if (parts.length !== 2 || !signed || !payload) return null;
  const signature = Buffer.from(signed, 'base64url');
  const expected = createHmac('sha256', appSecret).update(payload).digest();
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const read = Payload.safeParse(jsonOf(payload));
  if (!read.success || read.data.algorithm.toUpperCase() !== 'HMAC-SHA256') return null;
  const age = now / 1000 - read.data.issued_at;
  if (age > MAX_AGE_SECONDS || age < -CLOCK_SKEW_SECONDS) return null;
  return { facebookId: read.data.user_id, issuedAt: new Date(read.data.issued_at * 1000), signature };
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
