import { MEDIA_LIMIT_BYTES } from '../../contract/media.ts';
import type { Owner } from '../../db/owner.ts';
import { InvalidInputError, PayloadTooLargeError } from '../../http/errors.ts';
import type { FetchPublic } from '../../http/fetch-public.ts';
import { FetchFlawError } from '../../http/public-get.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { turns } from '../../http/turns.ts';
import { fileNameAt } from './file-name.ts';
import type { MediaFile } from './media.repository.ts';
import type { MediaService } from './media.service.ts';

const TURNS = {
  atOnce: 8,
  perPerson: 2,
  waiting: 8,
  refusal: (count: number) =>
    `We're still fetching ${count} of your images. Wait until some are here, then ask for this one again.`,
};

interface Deps {
  readonly store: MediaService['store'];
  readonly fetchPublic: FetchPublic;
  /** Of a person: whoever has a token makes us ask other people's servers. */
  readonly limit: RateLimit;
}

/** Brings in images that somebody names by their address, for the library. */
export function imagesByAddress({ store, fetchPublic, limit }: Deps) {
  const inTurn = turns(TURNS);
  return async function fetchImage(owner: Owner, address: string): Promise<MediaFile> {
    if (!URL.canParse(address)) throw flawed('address');
    await limit(String(owner.userId));
    try {
      return await inTurn(owner.userId, async () =>
        store(owner, 'image', await fetchPublic(address), fileNameAt(address)),
      );
    } catch (error) {
      if (error instanceof FetchFlawError) throw flawed(error.address ?? error.flaw);
      if (error instanceof PayloadTooLargeError) throw flawed('too-large');
      throw error;
    }
  };
}

const MEGABYTES = MEDIA_LIMIT_BYTES.image / 1024 / 1024;
const NEEDS_HTTPS = 'The address of an image, and every address that it leads to, has to begin with https://.';
/** What to do about it. What the other side said is none of anybody's business: it may be a network of ours. */
const WORDS = {
  address: NEEDS_HTTPS,
  scheme: NEEDS_HTTPS,
  credentials: 'The address of an image must not have a name or password in it.',
  port: 'The address of an image must not name a port below 1024.',
  private: 'The address is in a private network. Choose an image that anyone can open.',
  gone: 'There is no image at this address. Check it.',
  refused: "The site doesn't let us fetch this image. Choose one that anyone can open.",
  unreachable: "We can't reach this address. Check it, or try again later.",
  'too-large': `The image is larger than ${MEGABYTES} MB. Make it smaller.`,
} as const;

function flawed(flaw: keyof typeof WORDS): InvalidInputError {
  const message = WORDS[flaw];
  return new InvalidInputError(message, { issues: [{ path: 'address', message }], flaw });
}
