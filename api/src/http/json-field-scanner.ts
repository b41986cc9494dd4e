const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COLON, COMMA] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a, 0x2c,
] as const;

/**
 * Finds the text value of one top-level field of a JSON object in bytes that come in any chunks. It judges nothing:
 * what is not JSON, the parser says.
 */
export class JsonFieldScanner {
  readonly #field: string;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** At the top level, the next string is a key. */
  #isKeyNext = true;
  #isInKey = false;
  #key = '';

  constructor(field: string) {
    this.#field = field;
  }

  /**
   * Where, from `from` on, the quote stands that opens the field's value; -1 when not in these bytes. The quote itself
   * is not passed.
   */
  find(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) this.#readString(byte);
      else if (byte === QUOTE && this.#depth === 1 && !this.#isKeyNext && this.#key === this.#field) return at;
      else this.#readBetween(byte);
    }
    return -1;
  }

  /** Goes on behind the quote that was found, inside its string. */
  enter(): void {
    this.#isInString = true;
    this.#isInKey = false;
    this.#key = '';
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    // Longer than the field, it is another; one that is written with escapes counts as another too.
    else if (this.#isInKey && this.#key.length <= this.#field.length) this.#key += String.fromCharCode(byte);
  }

  #readBetween(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        this.#isInKey = this.#depth === 1 && this.#isKeyNext;
        if (this.#isInKey) this.#key = '';
        return;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#depth += 1;
        return;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#depth -= 1;
        return;
      case COLON:
      case COMMA:
        if (this.#depth === 1) this.#isKeyNext = byte === COMMA;
    }
  }
}
