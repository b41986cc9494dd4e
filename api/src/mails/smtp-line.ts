import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { beginningOf } from '../beginning-of.ts';
import { SMTP_TIMEOUT_MS, type SmtpServer } from './smtp-address.ts';

/** From the first byte to the answer to the last: a server that takes longer is given up. */
const SEND_WITHIN_MS = 25_000;
const OPEN_WITHIN_MS = 15_000;

export interface Letter {
  readonly from: string;
  readonly to: string;
  /** What a report of a failure names it by. */
  readonly id?: string | undefined;
  readonly raw: Buffer;
}

/**
 * What became of a mail.
 * - `refused`: the server said no, with its code, at this command
 * - `unreachable`: it was never handed over
 * - `unclear`: it was, and no answer came: it may have been taken
 * - `cancelled`: whoever asked for it wants it no more
 */
export type Sending =
  | { readonly kind: 'sent'; readonly response: string }
  | { readonly kind: 'refused'; readonly code: number; readonly command: string; readonly reason: string }
  | { readonly kind: 'unreachable' | 'unclear'; readonly reason: string }
  | { readonly kind: 'cancelled' };

type SmtpError = Error & { readonly responseCode?: number; readonly command?: string; readonly response?: string };

/** One line to a mail server, for mails one after the other. */
export function smtpLine(server: SmtpServer, name: string) {
  let line: SMTPConnection | null = null;
  let lost: Promise<never> | null = null;

  async function open(): Promise<SMTPConnection> {
    if (line !== null) return line;
    const opened = await connect(server, name);
    ({ lost } = opened);
    // Whoever waits hears of it; between two mails nobody does.
    lost.catch(() => {
      if (line === opened.connection) line = null;
    });
    line = opened.connection;
    return line;
  }

  return {
    /** @throws SmtpError when the server is away, or refuses us */
    open,

    /** @param handOver called when the server asks for the mail, and before it has any of it; false: not any more */
    async send(letter: Letter, handOver: () => Promise<boolean>): Promise<Sending> {
      const state = { isHandedOver: false, isCancelled: false };
      // A no to ourselves is none to the mail.
      const to = await open().catch((error: SmtpError) => error);
      if (to instanceof Error) return { kind: 'unreachable', reason: reasonOf(to) };
      try {
        const message = Readable.from(handingOver(letter.raw, handOver, state));
        const info = await within(
          SEND_WITHIN_MS,
          lost,
          (done: (error?: Error | null, info?: { response: string }) => void) =>
            to.send(envelopeOf(letter), message, done as never),
        );
        return { kind: 'sent', response: info?.response ?? '' };
      } catch (error) {
        const outcome = outcomeOf(error as SmtpError, state);
        if (outcome.kind !== 'refused') this.close();
        else await reset();
        return outcome;
      }
    },

    close(): void {
      line?.close();
      line = null;
    },
  };

  /** The next mail begins anew; where that fails, on another line. */
  async function reset(): Promise<void> {
    const used = line;
    if (used === null) return;
    await within(SMTP_TIMEOUT_MS, lost, (done) => used.reset(done)).catch(() => {
      used.close();
      line = null;
    });
  }
}
export type SmtpLine = ReturnType<typeof smtpLine>;

/** A line that is open and lets us in. @throws SmtpError */
async function connect(
  { auth, ...server }: SmtpServer,
  name: string,
): Promise<{ readonly connection: SMTPConnection; readonly lost: Promise<never> }> {
  const connection = new SMTPConnection({
    ...server,
    name,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    dnsTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SEND_WITHIN_MS,
    logger: false,
  });
  const lost = new Promise<never>((_resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('The line was cut')));
  });
  lost.catch(() => {});
  // Later ones than the first would be nobody's.
  connection.on('error', () => {});
  try {
    await within(OPEN_WITHIN_MS, lost, (done) => connection.connect(done));
    if (auth !== null)
      await within(OPEN_WITHIN_MS, lost, (done) => connection.login({ credentials: auth, ...auth }, done));
  } catch (error) {
    connection.close();
    throw error;
  }
  return { connection, lost };
}

/** Who knows DSN (RFC 3461) says what it could not deliver, and gives back the head of it at most. */
function envelopeOf({ from, to, id, raw }: Letter) {
  const dsn = { ret: 'HDRS', notify: 'FAILURE', ...(id === undefined ? {} : { envid: id }) } as const;
  return { from, to: [to], size: raw.length, dsn };
}

class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

async function* handingOver(
  raw: Buffer,
  handOver: () => Promise<boolean>,
  state: { isHandedOver: boolean; isCancelled: boolean },
): AsyncGenerator<Buffer> {
  if (!(await handOver())) {
    state.isCancelled = true;
    throw new CancelledError('Not wanted any more');
  }
  state.isHandedOver = true;
  yield raw;
}

function outcomeOf(
  error: SmtpError,
  { isHandedOver, isCancelled }: { readonly isHandedOver: boolean; readonly isCancelled: boolean },
): Sending {
  const { responseCode: code, command = '' } = error;
  if (isCancelled) return { kind: 'cancelled' };
  // A no of the server is one, also after the mail.
  if (code !== undefined && code >= 400) return { kind: 'refused', code, command, reason: reasonOf(error) };
  return { kind: isHandedOver ? 'unclear' : 'unreachable', reason: reasonOf(error) };
}

/** One line, of a length that can be shown. */
export function reasonOf(error: SmtpError): string {
  return beginningOf((error.response ?? error.message).replace(/\s+/g, ' ').trim(), 300);
}

function within<T>(
  ms: number,
  lost: Promise<never> | null,
  work: (done: (error?: Error | null, result?: T) => void) => void,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms / 1000} s`)), ms);
  });
  const done = new Promise<T | undefined>((resolve, reject) => {
    work((error, result) => (error == null ? resolve(result) : reject(error)));
  });
  return Promise.race([done, late, ...(lost === null ? [] : [lost])]).finally(() => clearTimeout(timer));
}
