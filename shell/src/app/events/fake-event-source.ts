/** A browser's EventSource whose server is the test. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly all: FakeEventSource[] = [];
  static get last(): FakeEventSource {
    const last = FakeEventSource.all.at(-1);
    if (last === undefined) throw new Error('No stream was opened');
    return last;
  }

  readonly url: string;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(...families: string[]): void {
    this.onmessage?.({ data: JSON.stringify({ families }), lastEventId: `after-${families.join('-')}` });
  }
  sound(): void {
    this.dispatchEvent(new MessageEvent('alive', { lastEventId: 'after-alive' }));
  }
  /** The line is cut; the browser tries again by itself. */
  cut(): void {
    this.readyState = 0;
    this.onerror?.();
  }
  /** An answer that is no stream; the browser gives up. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.onerror?.();
  }
}

/** Puts it in the browser's place, with no stream opened so far. */
export function installEventSource(): void {
  FakeEventSource.all.length = 0;
  globalThis.EventSource = FakeEventSource as unknown as typeof EventSource;
}
