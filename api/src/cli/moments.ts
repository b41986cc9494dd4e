import * as z from 'zod/mini';
import { CommandError, EXIT } from './exit-codes.ts';

/** A day that there is: of 30 February engines make 2 March. */
const Day = z.iso.date();
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/;

/** An instant as people type it: with a zone, or on the clock of this machine. @throws CommandError */
export function instantOf(given: string): string {
  const isKnown = (WITH_ZONE.test(given) || LOCAL.test(given)) && z.safeParse(Day, given.slice(0, 10)).success;
  const at = isKnown ? new Date(given.replace(' ', 'T')) : null;
  if (at === null || Number.isNaN(at.getTime()))
    throw new CommandError('Write the time as 2027-01-31T09:00+08:00, or 2027-01-31T09:00 on this clock.', EXIT.usage);
  return at.toISOString();
}

/** As this machine's clock shows it, with its zone. */
export function momentInWords(instant: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' }).format(new Date(instant));
}
