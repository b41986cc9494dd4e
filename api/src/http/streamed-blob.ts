/** Bytes of a known length that are had when they are read, and never all at once. */
export class StreamedBlob extends Blob {
  readonly #bytes: number;
  readonly #type: string;
  readonly #read: (start: number, end: number) => AsyncIterable<Uint8Array>;

  /** @param read the bytes from `start` up to `end`, without the latter; never asked for none */
  constructor(bytes: number, type: string, read: (start: number, end: number) => AsyncIterable<Uint8Array>) {
    super();
    this.#bytes = bytes;
    this.#type = type;
    this.#read = read;
  }

  override get size(): number {
    return this.#bytes;
  }

  override get type(): string {
    return this.#type;
  }

  override slice(start = 0, end = this.#bytes, type = ''): Blob {
    const place = (at: number) => Math.min(this.#bytes, Math.max(0, at < 0 ? this.#bytes + at : at));
    const [from, until] = [place(start), Math.max(place(start), place(end))];
    return new StreamedBlob(until - from, type, (first, last) => this.#read(from + first, from + last));
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const chunks = (this.#bytes === 0 ? nothing() : this.#read(0, this.#bytes))[Symbol.asyncIterator]();
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      async cancel() {
        await chunks.return?.();
      },
    });
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const all = new Uint8Array(this.#bytes);
    let at = 0;
    for await (const chunk of this.stream()) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }
}

/** One after the other, as one blob. */
export function joined(parts: readonly (string | Blob)[]): Blob {
  if (!parts.some((part) => part instanceof StreamedBlob)) return new Blob([...parts]);
  const blobs = parts.map((part) => (typeof part === 'string' ? new Blob([part]) : part));
  const bytes = blobs.reduce((sum, { size }) => sum + size, 0);
  return new StreamedBlob(bytes, '', async function* read(start, end) {
    let at = 0;
    for (const blob of blobs) {
      const [from, until] = [Math.max(0, start - at), Math.min(blob.size, end - at)];
      if (from < until) yield* blob.slice(from, until).stream();
      at += blob.size;
    }
  });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
