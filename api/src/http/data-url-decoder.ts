/** Where decoded bytes go. */
export interface ByteSink {
  write(chunk: Uint8Array): Promise<void>;
}

/** It is no data URL in base64, or is not whole. */
export class DataUrlError extends Error {
  override readonly name = 'DataUrlError';
}

/** The words before the comma; more of them are none of a browser's. */
const HEAD = /^data:[^,]{0,200};base64$/i;
const HEAD_LIMIT = 256;
/** Some programs write `+` and `/` as escapes, and break long lines. */
const ESCAPES = /\\(?:u([0-9a-fA-F]{4})|([/nrtf]))/g;
const ESCAPE_BEGUN = /\\(?:u[0-9a-fA-F]{0,3})?$/;

/** Decodes a data URL that comes in any chunks, as it stands in JSON. What it says about the type is not believed. */
export class DataUrlDecoder {
  readonly #sink: ByteSink;
  #head: string | null = '';
  /** The beginning of an escape. */
  #escape = '';
  /** Characters that do not make whole bytes yet. */
  #carry = '';
  #isPadded = false;
  #isEmpty = true;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** @throws DataUrlError */
  async write(chunk: Buffer): Promise<void> {
    let text = this.#carry + this.#unescaped(chunk.toString('latin1'));
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
    this.#carry = text.slice(whole);
    await this.#decode(text.slice(0, whole));
  }

  /** Decodes what may go without its padding. @throws DataUrlError when something is missing */
  async end(): Promise<void> {
    if (this.#head !== null || this.#escape !== '' || this.#carry.length === 1) throw new DataUrlError();
    if (this.#carry !== '') await this.#decode(this.#carry.padEnd(4, '='));
    if (this.#isEmpty) throw new DataUrlError();
  }

  /** The characters that are meant, without white space. An escape that goes on in the next chunk waits for it. */
  #unescaped(chunk: string): string {
    const text = this.#escape + chunk;
    this.#escape = text.includes('\\', text.length - 5) ? (ESCAPE_BEGUN.exec(text.slice(-5))?.[0] ?? '') : '';
    const whole = text.slice(0, text.length - this.#escape.length);
    const meant = whole.includes('\\')
      ? whole.replace(ESCAPES, (_, code?: string, letter?: string) => characterOf(code, letter))
      : whole;
    return meant.includes(' ') ? meant.replaceAll(' ', '') : meant;
  }

  async #decode(text: string): Promise<void> {
    if (text === '') return;
    const padding = paddingOf(text);
    const bytes = Buffer.from(text, 'base64');
    // Characters that are no base64 are passed over by the decoder, so they show in the length.
    if (this.#isPadded || bytes.length !== (text.length / 4) * 3 - padding) throw new DataUrlError();
    this.#isPadded = padding > 0;
    this.#isEmpty = false;
    await this.#sink.write(bytes);
  }
}

function paddingOf(text: string): number {
  if (text.endsWith('==')) return 2;
  return text.endsWith('=') ? 1 : 0;
}

function characterOf(code: string | undefined, letter: string | undefined): string {
  if (code === undefined) return letter === '/' ? '/' : '';
  return String.fromCharCode(Number.parseInt(code, 16)).trim();
}

function split(text: string): [head: string, body: string | null] {
  const comma = text.indexOf(',');
  return comma < 0 ? [text, null] : [text.slice(0, comma), text.slice(comma + 1)];
}
