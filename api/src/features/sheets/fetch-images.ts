import type { Knex } from 'knex';
import pMap from 'p-map';
import type { SheetReading } from '../../contract/sheets.ts';
import type { Owner } from '../../db/owner.ts';
import { InvalidInputError, NotFoundError, PayloadTooLargeError } from '../../http/errors.ts';
import type { FetchPublic } from '../../http/fetch-public.ts';
import { FetchFlawError } from '../../http/public-get.ts';
import { turns } from '../../http/turns.ts';
import { fileNameAt } from '../media/file-name.ts';
import type { MediaService } from '../media/media.service.ts';
import type { FoundImage } from './image-words.ts';
import type { readingSheets } from './read-sheet.ts';
import { sheetImagesRepository } from './sheet-images.repository.ts';
import { sheetsRepository } from './sheets.repository.ts';

/** Looked at in one call, so that none takes much longer than one slow address. */
const PER_CALL = 8;
/** As many as a person may have drawn at once. */
const AT_ONCE = 2;

/** Each call reads the whole sheet, and looks at the first addresses that are left: two at once would at the same. */
const TURNS = {
  atOnce: Infinity,
  perPerson: 1,
  waiting: 3,
  waitMs: 60_000,
  refusal: () => "We're still looking at the images of your sheets. Wait until that's done, then try again.",
};

interface Deps {
  readonly db: Knex;
  readonly media: Pick<MediaService, 'store'>;
  readonly fetchPublic: FetchPublic;
  readonly checked: ReturnType<typeof readingSheets>['checked'];
}

/** Brings in the images whose addresses stand in a sheet, some of them at a time. */
export function fetchingImages({ db, media, fetchPublic, checked }: Deps) {
  async function fetched(owner: Owner, address: string): Promise<FoundImage> {
    try {
      const { id } = await media.store(owner, 'image', await fetchPublic(address), fileNameAt(address));
      return { mediaId: id };
    } catch (error) {
      if (error instanceof FetchFlawError) return { flaw: error.flaw };
      if (error instanceof PayloadTooLargeError) return { flaw: 'too-large' };
      if (error instanceof InvalidInputError) return { flaw: 'no-image' };
      throw error;
    }
  }

  async function fetchSome(
    owner: Owner,
    id: number,
    reading: SheetReading,
  ): Promise<{ total: number; pending: number }> {
    const sheet = await sheetsRepository(db).find(owner, id);
    if (sheet === null) throw new NotFoundError(GONE);
    const { images } = await checked(db, owner, sheet, reading);
    const now = images.pending.slice(0, PER_CALL);
    await pMap(
      now,
      async (address) => {
        const found = await fetched(owner, address);
        await sheetImagesRepository(db).keep(owner, id, address, found);
      },
      { concurrency: AT_ONCE },
    );
    return { total: images.total, pending: images.pending.length - now.length };
  }

  const inTurn = turns(TURNS);
  return (owner: Owner, id: number, reading: SheetReading) => inTurn(owner.userId, () => fetchSome(owner, id, reading));
}

export const GONE = 'This sheet is no longer here. Choose the file again.';
