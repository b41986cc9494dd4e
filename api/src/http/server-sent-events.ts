import type { Context } from 'koa';

/** The text of one server-sent event. */
export function eventText({ id, event, data }: { id?: string | undefined; event?: string; data: object }): string {
  return (
    `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ` +
    `${JSON.stringify(data)}\n\n`
  );
}

/** Says that events follow, and that everybody on the way must pass each of them on at once. */
export function answerEvents(ctx: Context): void {
  ctx.status = 200;
  ctx.type = 'text/event-stream';
  ctx.set('cache-control', 'no-store, no-transform');
  ctx.set('x-accel-buffering', 'no');
  ctx.compress = false;
}
