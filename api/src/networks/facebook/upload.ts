import { isFileUnreadable } from '../../facebook/form-body.ts';
import { FLAW_WORDS } from '../../problems/english/refusal-words.ts';
import { MediaRefusedError } from '../../facebook/graph-errors.ts';
import { isFailure } from '../failure.ts';
import type { Checkpoint, OutgoingMedia, OutgoingToPage, SentSoFar, SaveCheckpoint } from '../target.ts';

/**
 * A transfer that outlasts this makes the lease whole again, and tells how far it is. Far more often than the lease
 * needs it: somebody may be watching.
 */
const RENEW_EVERY_MS = 3000;

/** What was noted of an upload to this page. An upload to another page is of no use here. */
export function checkpointFor({ page }: OutgoingToPage, checkpoint: Checkpoint): Checkpoint {
  return checkpoint['page'] === page.pageId ? checkpoint : { page: page.pageId };
}

const gone = () => new MediaRefusedError(FLAW_WORDS.gone, { flaw: 'gone' });
/** What says that a file cannot be used. */
export const unreadable = () => new MediaRefusedError(FLAW_WORDS.unreadable, { flaw: 'unreadable' });
/** What this process, or its disk, is short of at the moment says nothing about the file. */
const SHORT_OF = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'];

/**
 * The file as a blob that is read while it is sent.
 * @throws MediaRefusedError when it is not there as it was kept; Failure when it cannot be had at the moment
 */
export async function fileOf(media: OutgoingMedia | undefined): Promise<Blob> {
  if (media === undefined) throw gone();
  try {
    const file = await media.blob();
    if (file.size === media.bytes) return file;
  } catch (error) {
    if (isFailure(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw gone();
    if (code !== undefined && SHORT_OF.includes(code)) throw error;
  }
  throw unreadable();
}

/**
 * Sends bytes for as long as it takes, keeping the lease meanwhile.
 * @param soFar how much of the post's files is with Facebook at any moment
 * @returns 'lost' when the post became somebody else's; the transfer is broken off then
 * @throws MediaRefusedError when the file cannot be read to its end
 */
export async function transfer<Answer>(
  checkpoint: Checkpoint,
  save: SaveCheckpoint,
  send: (signal: AbortSignal) => Promise<Answer>,
  { soFar, renewEveryMs = RENEW_EVERY_MS }: { soFar?: () => SentSoFar; renewEveryMs?: number } = {},
): Promise<Answer | 'lost'> {
  const lost = new AbortController();
  let renewed: Promise<unknown> = Promise.resolve();
  const renew = async () => {
    const isOurs = await save(checkpoint, soFar?.()).catch(() => false);
    if (!isOurs) lost.abort();
  };
  const renewal = setInterval(() => {
    renewed = Promise.all([renewed, renew()]);
  }, renewEveryMs);
  try {
    return await send(lost.signal);
  } catch (error) {
    if (lost.signal.aborted) return 'lost';
    throw isFileUnreadable(error) ? unreadable() : error;
  } finally {
    clearInterval(renewal);
    // One that the database is slow to take would undo what is noted next, such as what the server has by now.
    await renewed;
  }
}
