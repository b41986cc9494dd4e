import { getDocumentProxy } from 'unpdf';
import { SOURCE_TEXT_LENGTH } from '../../../contract/file-limits.ts';
import { FlawedTextError, type RawText } from './text-in.ts';

const MOST_PAGES = 60;

/** The text of a PDF; one that holds images of text alone has none. @throws FlawedTextError */
export async function textOfPdf(bytes: Buffer): Promise<RawText> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: false, maxImageSize: 0, verbosity: 0 });
    const { info } = await pdf.getMetadata();
    const { Title: title, Author: author } = info as { Title?: unknown; Author?: unknown };
    let text = '';
    let page = 0;
    while (page < Math.min(pdf.numPages, MOST_PAGES) && text.length <= SOURCE_TEXT_LENGTH) {
      page += 1;
      const { items } = await (await pdf.getPage(page)).getTextContent();
      text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('') + '\n';
    }
    return {
      title: typeof title === 'string' ? title : '',
      author: typeof author === 'string' ? author : null,
      publishedAt: null,
      text,
      isCut: page < pdf.numPages,
    };
  } catch (error) {
    throw new FlawedTextError((error as Error).name === 'PasswordException' ? 'password' : 'broken', { cause: error });
  }
}
