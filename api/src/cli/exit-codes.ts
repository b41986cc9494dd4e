/** What scripts read of how a command ended. Numbers are never given another meaning. */
export const EXIT = {
  done: 0,
  /** A fault of this program, or of the server. */
  failed: 1,
  /** The command is not one, or asks for what it cannot have. */
  usage: 2,
  /** Nobody is logged in, or the token may not do this. */
  notAllowed: 3,
  notFound: 4,
  /** The server understood, and did nothing. */
  refused: 5,
  /** Nothing is known of what became of it, or it is too early: the same command again is safe. */
  tryAgain: 6,
  /** The post did not go out. */
  notPublished: 7,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a sentence. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  /** What the server said, for `--json`. */
  readonly answer: object | undefined;

  constructor(message: string, exitCode: ExitCode, answer?: object) {
    super(message);
    this.exitCode = exitCode;
    this.answer = answer;
  }
}
