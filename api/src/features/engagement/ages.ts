/** Where one age of a post ends and the next begins, in hours. Reactions come fast at first, and ever slower. */
const ENDS = [1, 3, 6, 12, 24, 48, 96, 168];

/** A post is nothing to compare in its first hour: what it has then says little. */
export const FIRST_AGE = 1;
/** By then most reactions have come. */
export const SETTLED_AGE = ENDS.indexOf(48) + 2;

/** SQL: the age, from 1 on, that a post `p` had at an instant; 1 where nobody knows when it went out. */
export function ageSql(at: string): string {
  const hours = `coalesce(extract(epoch from ${at} - p.published_at), 0) / 3600`;
  return `(1 + width_bucket(${hours}, array[${ENDS.join(', ')}]))`;
}

/** From which hour to which; null: no end. */
export function hoursOfAge(age: number): [from: number, to: number | null] {
  return [ENDS[age - 2] ?? 0, ENDS[age - 1] ?? null];
}
