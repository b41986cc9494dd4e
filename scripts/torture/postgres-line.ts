import type { Socket } from 'node:net';
import { MessageReader, readBind, type Message } from './postgres-messages.ts';

/** A statement that stands still on its way: nothing moves on its connection until it is released. */
export interface Held {
  /** The statement's parameters, as text. */
  readonly values: readonly (string | null)[];
  release(): void;
}

export interface Trap {
  readonly statement: string;
  /** `request`: the database has not heard of it yet. `reply`: it has done it, and the caller does not know. */
  readonly hold: 'request' | 'reply';
  spring(held: Held): void;
}

/** What was wanted and is on its way back. */
interface Waiting {
  readonly trap: Trap;
  readonly values: Held['values'];
  readonly replies: MessageReader;
  readonly bytes: Buffer[];
  rows: number;
}

interface Line {
  readonly client: Socket;
  readonly upstream: Socket;
  /** What is to be stopped, on whichever line it comes first. */
  readonly traps: Set<Trap>;
  /** Ends on which nothing arrives any more. */
  readonly dead: WeakSet<Socket>;
}

/** One connection: requests are read for their statement's name, and replies only while one of them is wanted. */
export function passMessages({ client, upstream, traps, dead }: Line): void {
  const requests = new MessageReader({ hasStartup: true });
  let waiting: Waiting | null = null;

  client.on('data', (chunk: Buffer) => {
    if (dead.has(client)) return;
    for (const message of requests.read(chunk)) {
      const bind = waiting === null && message.type === 'B' ? readBind(message.body) : null;
      const trap = bind === null ? undefined : [...traps].find(({ statement }) => statement === bind.statement);
      if (bind !== null && trap?.hold === 'request') {
        traps.delete(trap);
        return holdRequest(message, trap, bind.values);
      }
      if (bind !== null && trap !== undefined)
        waiting = { trap, values: bind.values, replies: new MessageReader({ hasStartup: false }), rows: 0, bytes: [] };
      upstream.write(message.bytes);
    }
  });

  upstream.on('data', (chunk: Buffer) => {
    if (dead.has(upstream)) return;
    if (waiting === null) return void client.write(chunk);
    if (!isWhole(waiting, chunk)) return;
    const { trap, values, rows, bytes } = waiting;
    waiting = null;
    const release = () => void client.write(Buffer.concat(bytes));
    // A claim that found nothing, or another that was faster: not what is waited for.
    if (rows === 0 || !traps.delete(trap)) return release();
    trap.spring({ values, release });
  });

  /** Whatever follows stays behind this one. */
  function holdRequest(message: Message, trap: Trap, values: Held['values']): void {
    requests.stop();
    trap.spring({
      values,
      release() {
        upstream.write(message.bytes);
        for (const later of requests.resume()) upstream.write(later.bytes);
      },
    });
  }
}

/** Takes in a part of the reply. @returns whether it is all there, with the statement's transaction */
function isWhole(waiting: Waiting, chunk: Buffer): boolean {
  waiting.bytes.push(chunk);
  let isDone = false;
  for (const { type } of waiting.replies.read(chunk)) {
    if (type === 'D') waiting.rows += 1;
    if (type === 'Z') isDone = true;
  }
  return isDone;
}
