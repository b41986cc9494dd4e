import { CommandError, EXIT } from './exit-codes.ts';

/**
 * The text that comes in, which may never end, without a mark of its encoding. One of another encoding is refused: it
 * would be shown with other letters.
 * @throws CommandError with these words for more than so many bytes
 */
export async function standardInput(
  most: number,
  tooMuch: string,
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of input) {
    bytes += part.length;
    if (bytes > most) throw new CommandError(tooMuch, EXIT.usage);
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new CommandError("This text isn't UTF-8. Save it as UTF-8, then run the same command again.", EXIT.usage);
  }
}
