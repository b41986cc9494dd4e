import { MAX_PHOTOS } from '../../contract/media.ts';

/** How long an address may be. */
const ADDRESS_CHARACTERS = 2000;
const MOST = MAX_PHOTOS + 1;

/** An image as a cell names it: by its address, or by its name in the library. */
export type ImageName = { readonly address: string } | { readonly name: string } | { readonly wrong: string };

/** The images that a cell names, in order: one more than a post may have, where there are so many. */
export function imagesIn(cell: string): ImageName[] {
  const given = cell.trim();
  if (given === '') return [];
  // An address may hold commas and semicolons; where one ends, the next begins.
  const parts = /:\/\//.test(given) ? given.split(/[\s|]+|[,;]\s*(?=[a-z]+:\/\/)/i) : given.split(/[\n;|,]+/);
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, MOST)
    .map(imageOf);
}

function imageOf(part: string): ImageName {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(part) && !part.startsWith('//') && !/^www\./i.test(part)) return { name: part };
  const address = addressOf(part);
  return address === null ? { wrong: part } : { address };
}

/** As it is fetched, so that one image in two spellings is one; null for what is no address of the web. */
function addressOf(part: string): string | null {
  if (part.length > ADDRESS_CHARACTERS || !URL.canParse(part)) return null;
  const url = new URL(part);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length > ADDRESS_CHARACTERS ? null : url.href;
}

/** As the cell has it. */
export function writtenAs(image: ImageName): string {
  if ('address' in image) return image.address;
  return 'name' in image ? image.name : image.wrong;
}
