import { SPACING_MINUTES } from '../contract/spacing.ts';

/**
 * How many minutes posts of a page stay apart, in SQL. Every statement asks here, and says whose post it is. The answer
 * is the same for everybody today; where it comes to depend on the person, it changes here alone.
 * @param _userId SQL of the owner's id
 */
export function spacingMinutesSql(_userId: string): string {
  return String(SPACING_MINUTES);
}

/** The same as an interval. */
export function spacingSql(userId: string): string {
  return `make_interval(mins => ${spacingMinutesSql(userId)})`;
}

/** A stored problem that names the spacing, with that of the post's owner. */
export function withSpacingSql(problem: string, userId: string): string {
  return `jsonb_set(${problem}, '{params,spacingMinutes}', to_jsonb(${spacingMinutesSql(userId)}))`;
}
