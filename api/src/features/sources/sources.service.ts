import path from 'node:path';
import { SOURCE_LIMIT_BYTES } from '../../contract/file-limits.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { turns } from '../../http/turns.ts';
import type { FetchedPage } from './fetch-page.ts';
import { textOf } from './reading/read-bytes.ts';
import { SourceFlawError, told } from './source-flaws.ts';
import type { KeptSource, NewSource, SourcesRepository } from './sources.repository.ts';

/** Each is read by a process of its own. */
const TURNS = {
  atOnce: 3,
  perPerson: 1,
  waiting: 2,
  waitMs: 60_000,
  refusal: () => "We're still reading your other links and files. Wait until they're done, then try again.",
};
const NAME_LENGTH = 120;
const ADDRESS_LENGTH = 2000;

interface Deps {
  readonly repository: SourcesRepository;
  readonly fetchPage: (address: string) => Promise<FetchedPage>;
  /** Of a person: each makes us ask somebody else's server. */
  readonly limit: RateLimit;
}

/** Reads what texts are to be about. What others wrote is data here, and never more. */
export function sourcesService({ repository, fetchPage, limit }: Deps) {
  const inTurn = turns(TURNS);

  return {
    /** @throws InvalidInputError that says why it cannot be read */
    async readLink(owner: Owner, address: string): Promise<KeptSource> {
      await limit(String(owner.userId));
      try {
        return await inTurn(owner.userId, async () => repository.add(owner, await readPage(address, 'link')));
      } catch (error) {
        throw told(error, 'address');
      }
    },

    /** @throws InvalidInputError that says why it cannot be read */
    async readFile(owner: Owner, name: string, bytes: AsyncIterable<Uint8Array>): Promise<KeptSource> {
      const shown = name.slice(-NAME_LENGTH);
      try {
        return await inTurn(owner.userId, async () => {
          const read = await textOf(await within(bytes), { contentType: null, name: shown });
          return repository.add(owner, { ...read, kind: 'file', address: null, name: shown });
        });
      } catch (error) {
        throw told(error, 'file');
      }
    },

    /** @throws NotFoundError when it is not theirs, or no longer kept */
    async find(owner: Owner, id: number): Promise<KeptSource> {
      const source = await repository.find(owner, id);
      if (source === null)
        throw new NotFoundError(
          "We no longer have what was read from this link or file. Read it again, then it's here.",
        );
      return source;
    },

    readPage,
  };

  async function readPage(address: string, kind: 'link' | 'feed'): Promise<NewSource> {
    if (!URL.canParse(address)) throw new SourceFlawError('address');
    const { url, contentType, bytes } = await fetchPage(address);
    const read = await textOf(bytes, { contentType, name: path.posix.basename(url.pathname) });
    return { ...read, kind, address: shownAddress(url, address), name: siteName(url) };
  }
}
export type SourcesService = ReturnType<typeof sourcesService>;

/** As a text names it: no words that the site itself chose. */
export function siteName(url: URL): string {
  return url.hostname.replace(/^www\./, '').slice(0, NAME_LENGTH);
}

/** Where it was found in the end, unless that is longer than anybody would copy. */
function shownAddress(url: URL, asked: string): string {
  const shown = new URL(url);
  shown.hash = '';
  return shown.href.length > ADDRESS_LENGTH ? asked : shown.href;
}

async function within(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > SOURCE_LIMIT_BYTES) throw new SourceFlawError('too-large');
  }
  return Buffer.concat(chunks);
}
