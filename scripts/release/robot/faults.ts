import type { BrowserContext } from 'playwright-core';

/** What the browser says when a file does not come: the answer itself is heard of, with its address. */
const RESOURCE = /^Failed to load resource/;
/** As code logs a thrown error, with its stack, and as the browser logs what a page may not do. */
const GRAVE = /\bError\b|\bat https?:\/\/|Content Security Policy|Refused to|^The area .* failed/;

/** What goes wrong in the page by itself, whatever the journey looks at. */
export interface Faults {
  add(what: string): void;
  /** The first one; null while there is none. */
  first(): string | null;
  /** Rejects with the first one, and never ends otherwise. */
  readonly appeared: Promise<never>;
}

export function collectFaults(): Faults {
  let first: string | null = null;
  const { promise, reject } = Promise.withResolvers<never>();
  // Whoever waits for something else hears of it there.
  promise.catch(() => {});
  return {
    add(what) {
      if (first !== null) return;
      first = what;
      reject(new Error(what));
    },
    first: () => first,
    appeared: promise,
  };
}

/** Hears of errors that nobody caught, of those that were logged, and of files that do not come. */
export function watchPage(context: BrowserContext, origin: string, faults: Faults): void {
  context.on('weberror', (error) => faults.add(`It threw: ${firstLine(error.error())}`));
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !RESOURCE.test(text) && GRAVE.test(text))
      faults.add(`It logged an error: ${text.split('\n')[0] ?? ''}`);
  });
  context.on('response', (response) => {
    const url = new URL(response.url());
    if (response.status() >= 400 && !(url.origin === origin && url.pathname.startsWith('/api/')))
      faults.add(`${url.pathname} answers ${response.status()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // What a page asks for as it is left is dropped.
    if (['script', 'stylesheet'].includes(request.resourceType()) && reason !== 'net::ERR_ABORTED')
      faults.add(`${new URL(request.url()).pathname} does not come (${reason})`);
  });
  context.on('page', (page) => page.on('crash', () => faults.add('It crashed the page')));
}

function firstLine(error: Error): string {
  return `${error.name}: ${error.message.split('\n')[0] ?? ''}`;
}
