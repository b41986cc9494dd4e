/** One message of PostgreSQL's wire protocol (version 3). */
export interface Message {
  /** The letter that says what it is; empty for the first message of a connection, which has none. */
  readonly type: string;
  readonly body: Buffer;
  /** The whole of it, as it came. */
  readonly bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Cuts a stream of bytes into messages. */
export class MessageReader {
  #pending = Buffer.alloc(0);
  #isStartup: boolean;
  #isStopped = false;

  constructor({ hasStartup }: { hasStartup: boolean }) {
    this.#isStartup = hasStartup;
  }

  *read(chunk: Buffer): Generator<Message> {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    while (!this.#isStopped) {
      const letters = this.#isStartup ? 0 : 1;
      if (this.#pending.length < letters + LENGTH_BYTES) return;
      const size = letters + this.#pending.readInt32BE(letters);
      if (this.#pending.length < size) return;
      const bytes = this.#pending.subarray(0, size);
      this.#pending = this.#pending.subarray(size);
      this.#isStartup = false;
      yield { type: bytes.toString('latin1', 0, letters), body: bytes.subarray(letters + LENGTH_BYTES), bytes };
    }
  }

  /** Keeps what follows. */
  stop(): void {
    this.#isStopped = true;
  }

  /** What was kept. */
  resume(): Generator<Message> {
    this.#isStopped = false;
    return this.read(Buffer.alloc(0));
  }
}

/** The statement that a Bind message is about, and its parameters. */
export function readBind(body: Buffer): { statement: string; values: (string | null)[] } {
  let at = body.indexOf(0) + 1;
  const end = body.indexOf(0, at);
  const statement = body.toString('utf8', at, end);
  at = end + 1;
  at += 2 + 2 * body.readInt16BE(at);
  const values: (string | null)[] = [];
  const count = body.readInt16BE(at);
  at += 2;
  for (let n = 0; n < count; n += 1) {
    const length = body.readInt32BE(at);
    at += LENGTH_BYTES;
    values.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return { statement, values };
}
