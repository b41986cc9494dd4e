import type { Keys } from '../../db/keyring.ts';
import { names } from '../../db/signatures.ts';

/** Of them, each person of a day takes one: of so many people, few share a bit. */
export const PEOPLE_BITS = 1024;

/**
 * Counts different people without a list of them: each is a bit at a place that depends on the day and the area, by a
 * key that only the server has. A bit stands for a thousandth of all people, so nobody can be told from it.
 */
export function peopleCounter(keys: Keys) {
  const named = names(keys, 'people of a day');
  return {
    /**
     * One person, as a bit string that PostgreSQL reads.
     * @param area name of the area
     * @param person who it is, in any form that stays the same all day
     */
    bitOf(area: string, person: string, now: Date): string {
      const day = now.toISOString().slice(0, 10);
      const place = named(`${day} ${area} ${person}`).readUInt16BE() % PEOPLE_BITS;
      return `${'0'.repeat(place)}1${'0'.repeat(PEOPLE_BITS - place - 1)}`;
    },
  };
}
export type PeopleCounter = ReturnType<typeof peopleCounter>;

/** How many people so many bits stand for, about: some share one. Up to a dozen the number is nearly always right. */
export function peopleOf(bits: number): number {
  return Math.round(-PEOPLE_BITS * Math.log(1 - Math.min(bits, PEOPLE_BITS - 1) / PEOPLE_BITS));
}
