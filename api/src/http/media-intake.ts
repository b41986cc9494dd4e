import type Koa from 'koa';
import type { Context } from 'koa';
import type { ByteSink } from './data-url-decoder.ts';
import { readJsonWithMedia, type JsonBody } from './read-json.ts';

/** A file that has come in whole with a request. */
export interface ReceivedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Where files within JSON are written aside, before anybody knows whether the call is good. */
export interface MediaIntake {
  open(): Promise<ByteSink & { finish(): Promise<ReceivedFile>; abort(): Promise<void> }>;
  discard(received: ReceivedFile): Promise<void>;
}

const INTAKE = 'mediaIntake';

/** Lends the intake to the calls that carry media. */
export function lendIntake(server: Koa, intake: MediaIntake): void {
  server.context[INTAKE] = intake;
}

/**
 * Reads the body of a call that carries media, the file in it to the intake, and takes back what `serve` has not kept.
 */
export async function withMedia(
  ctx: Context,
  method: string,
  serve: (body: JsonBody, received: ReceivedFile | null) => Promise<void>,
): Promise<void> {
  const { body, received } = await read(ctx, method, ctx[INTAKE] as MediaIntake);
  try {
    await serve(body, received);
  } finally {
    if (received !== null) await (ctx[INTAKE] as MediaIntake).discard(received);
  }
}

async function read(
  ctx: Context,
  method: string,
  intake: MediaIntake,
): Promise<{ body: JsonBody; received: ReceivedFile | null }> {
  const opened: Awaited<ReturnType<MediaIntake['open']>>[] = [];
  try {
    const body = await readJsonWithMedia(ctx, method, async () => {
      const incoming = await intake.open();
      opened.push(incoming);
      return incoming;
    });
    return { body, received: (await opened[0]?.finish()) ?? null };
  } catch (error) {
    await opened[0]?.abort();
    throw error;
  }
}
