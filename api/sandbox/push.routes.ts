import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import Router from '@koa/router';
import { originOf } from './exchange.ts';
import type { SandboxContext, SandboxState } from './exchange.ts';

/** Longest message that push services take. */
const LIMIT = 4096;

interface Browser {
  readonly ecdh: ECDH;
  readonly auth: string;
  isGone: boolean;
}

/** What a browser got, as only that browser can read it. */
interface PushMessage {
  readonly subscription: string;
  readonly payload: unknown;
  readonly ttl: number;
  /** Whom the sender named to be asked. */
  readonly subject: string;
}

/** The push service of a browser's maker, and the browsers that it reaches. */
export function createPushService() {
  const browsers = new Map<string, Browser>();
  const messages: PushMessage[] = [];
  return {
    messages,
    /** As a browser subscribes: what it gives to the page. */
    subscribe(ctx: SandboxContext) {
      const id = randomBytes(16).toString('hex');
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16).toString('base64url');
      browsers.set(id, { ecdh, auth, isGone: false });
      return { endpoint: `${originOf(ctx)}/push/${id}`, keys: { p256dh: ecdh.generateKeys('base64url'), auth } };
    },
    find: (id: string) => browsers.get(id),
    forget(id: string): void {
      const browser = browsers.get(id);
      if (browser !== undefined) browser.isGone = true;
    },
    clear(): void {
      browsers.clear();
      messages.length = 0;
    },
  };
}
export type PushService = ReturnType<typeof createPushService>;

/** Takes messages (RFC 8030) that are encrypted for the browser (RFC 8291), of who proves a key (RFC 8292). */
export function pushRoutes(push: PushService): Router<SandboxState> {
  const router = new Router<SandboxState>({ prefix: '/push' });
  router.post('/:id', async (ctx) => {
    const id = ctx.params['id'] ?? '';
    const browser = push.find(id);
    if (browser === undefined) return void (ctx.status = 404);
    if (browser.isGone) return void (ctx.status = 410);
    const body = await bytesOf(ctx);
    if (body.length > LIMIT) return void (ctx.status = 413);
    const subject = senderOf(ctx);
    if (subject === null) return void (ctx.status = 403);
    if (ctx.get('content-encoding') !== 'aes128gcm' || ctx.get('ttl') === '') return void (ctx.status = 400);
    push.messages.push({
      subscription: id,
      payload: JSON.parse(decrypted(browser, body)) as unknown,
      ttl: Number(ctx.get('ttl')),
      subject,
    });
    ctx.status = 201;
  });
  return router;
}

const SALT_BYTES = 16;
const KEY_AT = 21;
const TAG_BYTES = 16;

/** One record of `aes128gcm` (RFC 8188) under the keys of RFC 8291. */
function decrypted({ ecdh, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const sender = body.subarray(KEY_AT, KEY_AT + (body[KEY_AT - 1] ?? 0));
  const sealed = body.subarray(KEY_AT + sender.length);
  const derived = (from: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, bytes));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = derived(ecdh.computeSecret(sender), Buffer.from(auth, 'base64url'), about, 32);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-TAG_BYTES));
  const padded = Buffer.concat([opening.update(sealed.subarray(0, -TAG_BYTES)), opening.final()]);
  // The text ends before the byte 2, behind which is nothing but padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Who sends, by a token that their key has signed for this service; null where it is not as it must be. */
function senderOf(ctx: SandboxContext): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(ctx.get('authorization')) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return null;
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
  const isNow = typeof exp === 'number' && exp * 1000 > Date.now() && exp * 1000 < Date.now() + 24 * 3_600_000;
  return isSigned && isNow && aud === originOf(ctx) && typeof sub === 'string' ? sub : null;
}

async function bytesOf(ctx: SandboxContext): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
