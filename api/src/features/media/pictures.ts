import { UnavailableError } from '../../http/errors.ts';
import { askProcess, type ProcessEnd } from '../../processes/ask-process.ts';
import {
  MEGAPIXELS_LIMIT,
  SURE_PHOTO_BYTES,
  type Drawing,
  type DrawingOrder,
  type DrawingTask,
  type Picture,
} from './drawing.ts';
import { refused } from './media-types.ts';

const WITHIN_MS = 180_000;

const BROKEN =
  "This image is damaged or incomplete, so Facebook couldn't show it. Save it again, or choose another one.";
const TOO_MUCH = 'This image is too complex to open. Save it as a plain JPEG or PNG, then choose it again.';

/**
 * The picture as Facebook takes it: upright, in its limits, and with nothing in it but what is seen; place, camera and
 * all else that its file told are gone, but for how it was made (`digital-source.ts`). Drawn anew from its pixels, so
 * it can be nothing else beside a picture either.
 * What decodes it is a process of its own with bounded memory and time, after everybody else's turn, and without our
 * secrets: whatever a file does to it ends there.
 * @throws InvalidInputError when it is broken, has too many pixels or takes too much; UnavailableError when this
 * machine has no room for it
 * @param limitBytes as large as it may be
 */
export async function pictureOf(
  file: string,
  task: DrawingTask = { draw: 'whole' },
  limitBytes = SURE_PHOTO_BYTES,
): Promise<Picture> {
  const order: DrawingOrder = { ...task, limitBytes };
  const module = new URL('./draw-picture.process.ts', import.meta.url);
  const end = await askProcess<Drawing>(module, [file, JSON.stringify(order)], { withinMs: WITHIN_MS }).catch(
    (error: unknown) => {
      throw noRoom(error);
    },
  );
  return pictureIn(end);
}

function pictureIn({ said: drawing, code, signal }: ProcessEnd<Drawing>): Picture {
  if (drawing === null) {
    // Nobody but the machine itself, when its memory is short, ends it so.
    if (signal === 'SIGKILL') throw noRoom();
    const end = new Error(`The drawing of a picture ended with ${signal ?? code}`);
    throw signal === null ? end : refused(BROKEN, end);
  }
  if ('isTooMuch' in drawing) throw refused(TOO_MUCH);
  if ('problem' in drawing) throw refused(BROKEN, new Error(drawing.problem));
  if ('picture' in drawing) return drawing.picture;
  const { width, height } = drawing;
  const megapixels = Math.ceil((width * height) / 1_000_000).toLocaleString('en');
  throw refused(
    `This image has ${megapixels} megapixels (${width} × ${height}). The limit is ${MEGAPIXELS_LIMIT}. ` +
      'Make it smaller and choose it again.',
  );
}

function noRoom(cause?: unknown): UnavailableError {
  return new UnavailableError("We can't process this image right now. Choose it again in a minute.", {}, { cause });
}
