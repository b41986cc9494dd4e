import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { SOURCE_LIMIT_BYTES } from '../../../contract/file-limits.ts';
import { FlawedTextError, type RawText } from './text-in.ts';

/** For the styles and pictures around the text. */
const UNFOLDED_LIMIT_BYTES = 8 * SOURCE_LIMIT_BYTES;

/** The text of a Word document. @throws FlawedTextError */
export async function textOfDocx(bytes: Buffer): Promise<RawText> {
  if (!holdsDocument(bytes)) throw new FlawedTextError('binary');
  try {
    const { value: text } = await mammoth.extractRawText({ buffer: bytes });
    return { title: '', author: null, publishedAt: null, text };
  } catch (error) {
    throw new FlawedTextError('broken', { cause: error });
  }
}

/** Looks at the list of files alone: nothing is unfolded. @throws FlawedTextError for what unfolds to too much */
function holdsDocument(bytes: Buffer): boolean {
  let size = 0;
  let holds = false;
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        size += originalSize;
        holds ||= name === 'word/document.xml';
        return false;
      },
    });
  } catch (error) {
    throw new FlawedTextError('broken', { cause: error });
  }
  if (size > UNFOLDED_LIMIT_BYTES) throw new FlawedTextError('too-complex');
  return holds;
}
