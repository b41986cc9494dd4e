/** A browser has six lines to a server over HTTP/1.1, for all of its tabs together, and a stream holds one for good. */
const MOST_OF_AREAS = 2;

let isOwn = false;

/** Opens the shell's own stream, which areas leave room for. */
export function ownStream<Stream>(open: () => Stream): Stream {
  isOwn = true;
  try {
    return open();
  } finally {
    isOwn = false;
  }
}

/**
 * Areas have few streams open at a time: one that opens another at each visit, and closes none, would leave no line for
 * a call, and none for a new tab.
 */
export function limitStreams(page: { EventSource: typeof EventSource }): void {
  let open: EventSource[] = [];
  page.EventSource = class extends page.EventSource {
    constructor(address: string | URL, options?: EventSourceInit) {
      super(address, options);
      if (isOwn) return;
      open = [...open.filter(({ readyState }) => readyState !== this.CLOSED), this];
      if (open.length <= MOST_OF_AREAS) return;
      console.warn(`More than ${MOST_OF_AREAS} streams are open: the oldest is closed`);
      open.shift()?.close();
    }
  };
}
