// Without letters and digits that look alike when read out or copied by hand.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

/** A code that nobody guesses: 59 bits. */
export function randomCode(): string {
  let code = '';
  while (code.length < LENGTH) {
    const [value = 255] = crypto.getRandomValues(new Uint8Array(1));
    // Values beyond the last whole round would make some letters likelier.
    if (value < ALPHABET.length * Math.floor(256 / ALPHABET.length)) code += ALPHABET[value % ALPHABET.length] ?? '';
  }
  return code;
}
