import htmlEncodingSniffer from 'html-encoding-sniffer';
import { beginningOf } from '../../../beginning-of.ts';
import { SOURCE_TEXT_LENGTH } from '../../../contract/file-limits.ts';
import { foreign } from '../../../mcp/foreign.ts';
import type { FileFacts, ReadText, TextFlaw } from './read-text.ts';

/** Why a file says nothing that we can read. */
export class FlawedTextError extends Error {
  readonly flaw: TextFlaw;
  constructor(flaw: TextFlaw, options?: ErrorOptions) {
    super(flaw, options);
    this.flaw = flaw;
  }
}

/** As a format has it: nothing is cut, tidied or refused yet. */
export interface RawText {
  readonly title: string;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly text: string;
  /** There is more of it that was not looked at. */
  readonly isCut?: boolean;
}

const TITLE_LENGTH = 300;
const AUTHOR_LENGTH = 200;

/** What a file says, whatever its format, told by its first bytes. @throws FlawedTextError */
export async function textIn(bytes: Buffer, facts: FileFacts): Promise<ReadText> {
  const raw = await rawIn(bytes, facts);
  const whole = tidied(raw.text);
  if (whole === '') throw new FlawedTextError('no-text');
  const text = foreign(whole, SOURCE_TEXT_LENGTH);
  return {
    title: lineOf(raw.title, TITLE_LENGTH) || beginningOf(text.untrusted.split('\n')[0] ?? '', TITLE_LENGTH),
    author: lineOf(raw.author ?? '', AUTHOR_LENGTH) || null,
    publishedAt: raw.publishedAt === null ? null : dateIn(new Date(raw.publishedAt)),
    text: text.untrusted,
    isCut: raw.isCut === true || text.isCut === true,
  };
}

/** null for what is no date, or one that nobody publishes on: databases hold fewer years than texts can name. */
export function dateIn(date: Date): Date | null {
  const year = date.getFullYear();
  return year >= 1900 && year < 2200 ? date : null;
}

async function rawIn(bytes: Buffer, facts: FileFacts): Promise<RawText> {
  // The libraries of a format come with the first file of it: each takes a tenth of a second to load.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return (await import('./pdf-text.ts')).textOfPdf(bytes);
  if (bytes.subarray(0, 4).equals(ZIP)) return (await import('./docx-text.ts')).textOfDocx(bytes);
  const text = decoded(bytes, facts.contentType);
  if (text.includes('\u0000')) throw new FlawedTextError('binary');
  if (isHtml(text, facts)) return (await import('./html-text.ts')).textOfHtml(text);
  return { title: /^#+ (.+)$/m.exec(text.slice(0, 2000))?.[1] ?? '', author: null, publishedAt: null, text };
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/** As its sender, its first bytes or the page itself name the charset. */
export function decoded(bytes: Buffer, contentType: string | null): string {
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  const label = htmlEncodingSniffer(bytes, {
    ...(charset === undefined ? {} : { transportLayerEncodingLabel: charset }),
    defaultEncoding: 'UTF-8',
  });
  return decoderOf(label).decode(bytes);
}

/** Some charsets have a name, and nothing that reads them. */
function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

function isHtml(text: string, { contentType, name }: FileFacts): boolean {
  if (/^text\/(plain|markdown)/i.test(contentType ?? '')) return false;
  if (/\.(txt|md)$/i.test(name) && contentType === null) return false;
  return /html/i.test(contentType ?? '') || /\.html?$/i.test(name) || /^\s*<(!doctype html|html)\b/i.test(text);
}

/** A paragraph a line, and no blank ones. */
function tidied(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function lineOf(text: string, most: number): string {
  return foreign(text.replace(/\s+/g, ' ').trim(), most).untrusted.trim();
}
