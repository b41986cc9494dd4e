import { z } from 'zod';
import type { Person } from '../entities.ts';
import { ControlError } from '../faults.ts';
import { findPerson, scopedId } from '../people.ts';
import { DEVELOPMENT_APP } from '../seed.ts';
import { setTokenState, signRequest } from '../tokens.ts';
import type { World } from '../world.ts';

export const SendCallback = z.strictObject({
  kind: z.enum(['data_deletion', 'deauthorize']),
  /** Role name or app-scoped id. */
  user: z.string(),
  url: z.url(),
  app: z.string().optional(),
  tamper: z.union([z.boolean(), z.enum(['signature', 'payload', 'algorithm', 'age'])]).optional(),
});

/**
 * Signs a callback as Facebook would and sends it to the product; says what came back. Both kinds remove the app from
 * the person.
 */
export async function sendCallback(world: World, asked: z.infer<typeof SendCallback>): Promise<unknown> {
  const app = world.apps.get(asked.app ?? DEVELOPMENT_APP.id);
  const person = findPerson(world, asked.user);
  if (!app || !person) throw new ControlError(app ? 'There is no such user.' : 'There is no such app.');
  const form = new URLSearchParams({ signed_request: sign(world, app, person, asked.tamper) });
  if (asked.tamper === undefined || asked.tamper === false) setTokenState(world, { role: person.role }, 'revoked');
  try {
    const answer = await fetch(asked.url, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    return { status: answer.status, body: parse(text) };
  } catch (error) {
    throw new ControlError(
      `The callback could not be delivered: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    );
  }
}

function sign(
  world: World,
  app: Parameters<typeof signRequest>[0],
  person: Person,
  tamper: z.infer<typeof SendCallback>['tamper'],
): string {
  const now = Math.floor(world.clock.now() / 1000);
  const issuedAt = tamper === 'age' ? now - 30 * 86_400 : now;
  const signed = signRequest(app, {
    issued_at: issuedAt,
    expires: issuedAt + 3600,
    user_id: scopedId(person, app.id),
    ...(tamper === 'algorithm' ? { algorithm: 'none' } : {}),
  });
  const [signature = '', payload = ''] = signed.split('.');
  if (tamper === true || tamper === 'signature') return `${signature.slice(0, -3)}AAA.${payload}`;
  if (tamper !== 'payload') return signed;
  const other = JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: now, user_id: '1' });
  return `${signature}.${Buffer.from(other).toString('base64url')}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
