import PostalMime, { type Attachment } from 'postal-mime';
import { beginningOf } from '../beginning-of.ts';

const LARGEST_HEADERS_BYTES = 64 * 1024;
const DEEPEST = 8;
const MOST_RECIPIENTS = 20;
const REASON_LENGTH = 300;

/** What a mail server wrote to whom a mail came from, by RFC 3464: it could not deliver it. */
export interface BounceReport {
  /** Ids of mails that it is about, as it gives them back. */
  readonly ids: readonly string[];
  /** For good. */
  readonly failures: readonly { readonly status: string; readonly reason: string }[];
}

/** @returns null for a mail that is no such report */
export async function readBounceReport(raw: Buffer): Promise<BounceReport | null> {
  const { attachments } = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: DEEPEST,
    maxHeadersSize: LARGEST_HEADERS_BYTES,
  });
  const report = attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType));
  if (report === undefined) return null;
  // The first group is about the mail, and one for each recipient follows.
  const [ofMail = [], ...ofRecipients] = await Promise.all(groupsOf(textOf(report)).map(fieldsOf));
  const returned = attachments.find(({ mimeType }) =>
    /^(?:message\/(?:rfc822|global)|(?:text\/rfc822-headers|message\/global-headers))$/.test(mimeType),
  );
  const ids = [
    ...valuesOf(ofMail, 'original-envelope-id'),
    ...(returned === undefined ? [] : valuesOf(await fieldsOf(headOf(textOf(returned))), 'message-id')),
  ];
  const failures = ofRecipients.slice(0, MOST_RECIPIENTS).flatMap((fields) => {
    const [action = '', status = '', said = ''] = ['action', 'status', 'diagnostic-code'].map(
      (name) => valuesOf(fields, name)[0],
    );
    if (action.trim().toLowerCase() !== 'failed') return [];
    const [code = ''] = /\d\.\d{1,3}\.\d{1,3}/.exec(status) ?? [];
    const reason = said
      .replace(/^\s*[\w-]+\s*;/, '')
      .replace(/\s+/g, ' ')
      .trim();
    return [{ status: code, reason: beginningOf(reason || code, REASON_LENGTH) }];
  });
  return { ids, failures };
}

type Fields = readonly { readonly key: string; readonly value: string }[];

const valuesOf = (fields: Fields, name: string) =>
  fields.filter(({ key }) => key.toLowerCase() === name).map(({ value }) => value);

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString();
}

/** Its fields are those of a mail's head, so they are read as one. */
async function fieldsOf(head: string): Promise<Fields> {
  return (await PostalMime.parse(`${head}\r\n\r\n`, { maxHeadersSize: LARGEST_HEADERS_BYTES })).headers;
}

const groupsOf = (text: string) =>
  text
    .split(/\r?\n[ \t]*\r?\n/, MOST_RECIPIENTS + 1)
    .map((group) => group.trim())
    .filter((group) => group !== '');

const headOf = (text: string) => text.split(/\r?\n\r?\n/, 1)[0] ?? '';
