/** Where decoded bytes go. */
export interface ByteSink {
  write(piece: Uint8Array): Promise<void>;
}

/** It is no data URL in base64, or is not whole. */
export class DataUrlError extends Error {
  override readonly name = 'DataUrlError';
}

/** The words before the comma; more of them are none of a browser's. */
const HEAD = /^data:[^,]{0,200};base64$/;
const HEAD_LIMIT = 256;

/** Decodes a data URL that comes in any pieces, as it stands in JSON. What it says about the type is not believed. */
export class DataUrlDecoder {
  readonly #sink: ByteSink;
  #head: string | null = '';
  /** Characters that do not make whole bytes yet. */
  #carry = '';
  #isPadded = false;
  #isEmpty = true;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** @throws DataUrlError */
  async write(piece: Buffer): Promise<void> {
    // JSON may write a slash as \/; base64 has nothing else that it could escape.
    let text = (this.#carry + piece.toString('latin1')).replaceAll('\\/', '/');
    this.#carry = '';
    if (this.#head !== null) {
      const [head, body] = split(this.#head + text);
      if (body === null) {
        if (head.length > HEAD_LIMIT) throw new DataUrlError();
        this.#head = head;
        return;
      }
      if (!HEAD.test(head)) throw new DataUrlError();
      this.#head = null;
      text = body;
    }
    const whole = text.length - (text.length % 4);
    // A backslash may still find its slash in the next piece.
    const end = text.indexOf('\\') === text.length - 1 && whole === text.length ? whole - 4 : whole;
    this.#carry = text.slice(end);
    await this.#decode(text.slice(0, end));
  }

  /** @throws DataUrlError when something is missing */
  end(): void {
    if (this.#head !== null || this.#carry !== '' || this.#isEmpty) throw new DataUrlError();
  }

  async #decode(text: string): Promise<void> {
    if (text === '') return;
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
    const bytes = Buffer.from(text, 'base64');
    // Characters that are no base64 are passed over by the decoder, so they show in the length.
    if (this.#isPadded || bytes.length !== (text.length / 4) * 3 - padding) throw new DataUrlError();
    this.#isPadded = padding > 0;
    this.#isEmpty = false;
    await this.#sink.write(bytes);
  }
}

function split(text: string): [head: string, body: string | null] {
  const comma = text.indexOf(',');
  return comma < 0 ? [text, null] : [text.slice(0, comma), text.slice(comma + 1)];
}
