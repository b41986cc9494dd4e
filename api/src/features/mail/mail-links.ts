import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Environment } from '../../contract/common.ts';
import { ENVIRONMENTS } from '../../contract/common.ts';
import { UserId } from '../../contract/ids.ts';
import type { Keys } from '../../db/keyring.ts';
import type { Owner } from '../../db/owner.ts';
import { names, signatures } from '../../db/signatures.ts';

export const UNSUBSCRIBE_PATH = '/mail/unsubscribe';
export const CONFIRM_PATH = '/mail/confirm';
export const REVIEW_PATH = '/mail/review';
const PURPOSE = 'mail links';
/** Longer than any that we make; a longer one is not looked at. */
const LONGEST_TOKEN = 1000;

const Unsubscribe = z.object({ for: z.literal('unsubscribe'), u: UserId, e: z.enum(ENVIRONMENTS), a: z.string() });
const Confirm = z.object({
  for: z.literal('confirm'),
  u: UserId,
  e: z.enum(ENVIRONMENTS),
  n: z.string(),
  x: z.number(),
});

const Review = z.object({
  for: z.literal('review'),
  u: UserId,
  e: z.enum(ENVIRONMENTS),
  a: z.string(),
  p: z.int(),
  h: z.string(),
  x: z.number(),
});

/**
 * Addresses that vouch for whoever has them: they are signed, so that nobody makes one for somebody else, and begin
 * with the origin that the product is set up with, never with what a request calls it.
 */
export function mailLinks({ keys, publicUrl }: { readonly keys: Keys; readonly publicUrl: string }) {
  const signed = signatures(keys, PURPOSE);
  const named = names(keys, PURPOSE);

  const markOfMail = (mailId: number) => named(`message ${mailId}`).toString('base64url').slice(0, 16);

  function link(path: string, facts: object): string {
    const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
    return `${publicUrl}${path}?t=${payload}.${signed.of(payload)}`;
  }

  function read<S extends z.ZodType>(token: string, schema: S): z.output<S> | null {
    const [payload = '', signature = '', ...rest] = token.length > LONGEST_TOKEN ? [] : token.split('.');
    if (rest.length > 0 || !signed.fits(signature, payload)) return null;
    // A link of another kind is signed too.
    return schema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data ?? null;
  }

  return {
    to: (path: string) => `${publicUrl}${path}`,

    /** Ends with the address: who has another by now is not asked by it. */
    unsubscribe: ({ userId, environment }: Owner, address: string) =>
      link(UNSUBSCRIBE_PATH, { for: 'unsubscribe', u: userId, e: environment, a: markOf(address) }),
    readUnsubscribe(token: string): (Owner & { isOf(address: string): boolean }) | null {
      const read_ = read(token, Unsubscribe);
      return read_ === null ? null : { ...ownerOf(read_), isOf: (address) => markOf(address) === read_.a };
    },

    confirm: ({ userId, environment }: Owner, nonce: string, endsAt: Date) =>
      link(CONFIRM_PATH, { for: 'confirm', u: userId, e: environment, n: nonce, x: endsAt.getTime() }),
    readConfirm(token: string): (Owner & { readonly nonce: string; readonly endsAt: Date }) | null {
      const read_ = read(token, Confirm);
      return read_ === null ? null : { ...ownerOf(read_), nonce: read_.n, endsAt: new Date(read_.x) };
    },

    /** For one decision about exactly what this hash stands for. It ends with the address, too. */
    review: (
      { userId, environment }: Owner,
      address: string,
      of: { proposalId: number; contentHash: string; endsAt: Date },
    ) =>
      link(REVIEW_PATH, {
        for: 'review',
        u: userId,
        e: environment,
        a: markOf(address),
        p: of.proposalId,
        h: of.contentHash,
        x: of.endsAt.getTime(),
      }),
    readReview(token: string): ReviewLink | null {
      const read_ = read(token, Review);
      return read_ === null ? null : reviewOf(read_);
    },

    /** The same mail has the same id in every attempt, and nobody else's has it. */
    messageId(mailId: number, domain: string): string {
      return `<mail-${mailId}-${markOfMail(mailId)}@${domain}>`;
    },
    /** The mail that an id is of; null when we did not make it. */
    readMessageId(id: string): number | null {
      const [, number = '', mark = ''] = /^\s*<?mail-(\d{1,15})-([\w-]{16})(?:@[^\s<>]*)?>?\s*$/.exec(id) ?? [];
      if (number === '' || !timingSafeEqual(Buffer.from(mark), Buffer.from(markOfMail(Number(number))))) return null;
      return Number(number);
    },
  };
}
export type MailLinks = ReturnType<typeof mailLinks>;

/** What a link about a proposal is for. */
interface ReviewLink {
  readonly owner: Owner;
  readonly proposalId: number;
  readonly contentHash: string;
  readonly endsAt: Date;
  isOf(address: string): boolean;
}

function reviewOf(read: z.output<typeof Review>): ReviewLink {
  return {
    owner: ownerOf(read),
    proposalId: read.p,
    contentHash: read.h,
    endsAt: new Date(read.x),
    isOf: (address) => markOf(address) === read.a,
  };
}

function ownerOf({ u, e }: { u: UserId; e: Environment }): Owner {
  return { userId: u, environment: e };
}

function markOf(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('base64url').slice(0, 22);
}
