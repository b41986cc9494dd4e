import * as z from 'zod';
import { fetchImage, IMAGE_ADDRESS_LIMIT } from '../../contract/media.ts';
import { AppError } from '../../http/errors.ts';
import type { Told } from '../answer.ts';
import { Foreign } from '../foreign-shape.ts';
import { foreignOrNull } from '../foreign.ts';
import { said } from '../said.ts';
import { tool } from '../tool.ts';

export const addImageTool = tool({
  name: 'add_image',
  title: 'Add an image by its address',
  description:
    "Fetches one image (JPEG, PNG, WebP, GIF or HEIC) from a public https address into the person's library. " +
    'Its mediaId goes into propose_post. Nothing is posted. The same image again has the same mediaId.',
  calls: [fetchImage],
  input: z.strictObject({
    address: z.string().min(1).max(IMAGE_ADDRESS_LIMIT).describe('Of the image itself, not of a page that shows it.'),
  }),
  data: z.object({
    mediaId: z.number(),
    name: Foreign.nullable().describe('What it is called in the library.'),
    altText: Foreign.nullable(),
    mimeType: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    bytes: z.number(),
  }),
  annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: true },
  refusal: againLater,
  async run({ address }, { call }) {
    const file = await call(fetchImage, { body: { address } });
    return {
      done: said`The image is in the person's library, with mediaId ${file.id}.`,
      notDone: said`It is in no post: nothing was proposed, scheduled or published. Nobody has checked what it shows.`,
      next: said`To propose a post with it, call propose_post with media [{"mediaId": ${file.id}}]. Give it an altText
          that says what the image shows, as far as you know.`,
      repeating: said`Safe and pointless: the same image again makes no second file and has the same mediaId.`,
      data: {
        mediaId: file.id,
        name: foreignOrNull(file.name),
        altText: foreignOrNull(file.altText, 1000),
        mimeType: file.mimeType,
        width: file.width,
        height: file.height,
        bytes: file.bytes,
      },
    };
  },
});

/** All refusals but one are of the address itself. */
function againLater(error: unknown): Partial<Told> {
  if (!(error instanceof AppError) || error.status !== 400) return {};
  if (error.expose['flaw'] !== 'unreachable')
    return {
      done: said`Nothing. There is no image at this address that Pagecast can use.`,
      next: said`Tell the person what data says is wrong, and ask for another image.
          Do not try other addresses unasked.`,
    };
  return {
    done: said`Nothing. The server of this address did not answer.`,
    next: said`Check the address. If it is right, send the same call once more in a minute; then tell the person.`,
    repeating: said`Safe, and worth one more try in a minute.`,
  };
}
