const LONGEST = 2000;

let details: string | undefined;

/**
 * Remembers a failed write until the screen has said that it failed, which it does in the same turn of the browser.
 * Screens of every version say it in their own words, and know nothing of details.
 * @param error whatever an area's write was refused with
 */
export function noteFailure(error: unknown): void {
  details = detailsOf(error);
  setTimeout(() => {
    details = undefined;
  });
}

export const lastFailure = (): string | undefined => details;

/** Status and body, as the transport has them, and the id to find the request by. Source: spec section 8. */
function detailsOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, message, requestId } = error as { status?: unknown; message?: unknown; requestId?: unknown };
  if (typeof status !== 'number' || status === 0 || typeof message !== 'string') return undefined;
  const id = typeof requestId === 'string' ? `\nRequest ID ${requestId}` : '';
  return message.slice(0, LONGEST) + id;
}
