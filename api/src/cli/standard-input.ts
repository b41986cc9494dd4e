import { CommandError, EXIT } from './exit-codes.ts';

/** What comes in, which may never end. @throws CommandError with these words for more than so much */
export async function standardInput(most: number, tooMuch: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    bytes += (part as Uint8Array).length;
    if (bytes > most) throw new CommandError(tooMuch, EXIT.usage);
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString('utf8');
}
