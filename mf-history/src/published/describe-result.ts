import { POSTS_THAT_TELL, type Comparison, type PostResult } from '@pagecast/api/contract';

/** How a post did beside others of its page, in few words. */
export function describeResult({ comparison, notCompared, missing, figures, soFar }: PostResult): string {
  if (missing !== null) return MISSING[missing];
  if (notCompared === 'too-early') return 'Too early to compare';
  if (comparison === null)
    return soFar ? `Too few posts to compare: ${soFar.posts} of ${POSTS_THAT_TELL} so far` : 'Too few posts to compare';
  const { percent, median } = comparison;
  if (percent === null) return (figures?.engagement ?? 0) > median ? 'Above the median of 0' : 'At the median of 0';
  if (percent === 0) return 'At the median';
  return percent > 0 ? `${count(percent)}% above median` : `${count(-percent)}% below median`;
}

/** What it was compared with. */
export function describeComparison({ median, posts, ageHours }: Comparison): string {
  return (
    `The median is ${count(median)}: that of ${count(posts)} posts of this page from the last 90 days, ` +
    `when they were ${describeAge(ageHours)} old.`
  );
}

/** What is counted for a comparison that cannot be made yet. */
export function describeSoFar({ ageHours }: NonNullable<PostResult['soFar']>): string {
  return (
    `We compare a post once this page has ${POSTS_THAT_TELL} posts whose figures we read when they were ` +
    `${describeAge(ageHours)} old.`
  );
}

const MISSING: Record<NonNullable<PostResult['missing']>, string> = {
  'none-there': 'No reactions on this site',
  'not-yet': 'Figures not read yet',
  unreadable: "Figures couldn't be read",
};

function describeAge([from, to]: Comparison['ageHours']): string {
  const unit = (hours: number) => (hours >= 24 ? `${hours / 24} ${hours === 24 ? 'day' : 'days'}` : `${hours} h`);
  return to === null ? `${unit(from)} or more` : `${unit(from)} to ${unit(to)}`;
}

const count = (value: number) => value.toLocaleString('en');
