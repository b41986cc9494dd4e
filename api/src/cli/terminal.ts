import { EXIT } from './exit-codes.ts';

/** Everything but a line break that a terminal would act on instead of showing it, and what turns lines around. */
// oxlint-disable-next-line no-control-regex
const ACTS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Text of others on one line, with nothing in it that drives a terminal. */
export const line = (text: string): string => lines(text).replaceAll('\n', ' ');

/** The same over several lines. */
export const lines = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(ACTS, '\ufffd');

/** As JSON in ASCII: what a terminal would act on is escaped in it. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Where a command speaks: what was asked for goes out, everything else beside it. */
export interface Terminal {
  readonly isJson: boolean;
  /** In words for people, as a value for programs. */
  result(words: string, value: unknown): void;
  note(words: string): void;
}

export function terminal(isJson: boolean): Terminal {
  return {
    isJson,
    result: (words, value) => void process.stdout.write(`${isJson ? json(value) : lines(words)}\n`),
    note: (words) => void process.stderr.write(`${lines(words)}\n`),
  };
}

/**
 * A reader that has gone, such as `head`, is no fault: what was to be done is done all the same. An output that cannot
 * be written, such as a file on a full disk, is one.
 */
export function bearClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') return;
      if (stream === process.stdout) process.stderr.write(`The output could not be written: ${line(message)}\n`);
      process.on('exit', () => {
        process.exitCode = EXIT.failed;
      });
    });
}
