import type { PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import { POSTS_THAT_TELL, type Comparison, type PostResult } from '../../contract/results.ts';
import type { Owner } from '../../db/owner.ts';
import { FIRST_AGE, hoursOfAge } from './ages.ts';
import type { ResultRow, ResultsRepository, UsualRow } from './results.repository.ts';

/** How posts did, beside those of their pages when these were as old. */
export async function readResults(
  results: ResultsRepository,
  owner: Owner,
  ids: readonly PostId[],
): Promise<PostResult[]> {
  const rows = await results.of(owner, [...new Set(ids)]);
  const pageIds = [...new Set(rows.flatMap(({ facebookPageId, age }) => (age === null ? [] : (facebookPageId ?? []))))];
  const ages = [...new Set(rows.flatMap(({ age }) => age ?? []))].filter((age) => age > FIRST_AGE);
  const usual = pageIds.length === 0 || ages.length === 0 ? [] : await results.usual(owner, pageIds, ages);
  return rows.map((row) => resultOf(row, usual));
}

function resultOf(row: ResultRow, usual: readonly UsualRow[]): PostResult {
  const { likes, comments, shares, readAt } = row;
  const facts = { postId: row.id, isGone: row.isGone };
  if (likes === null || comments === null || shares === null || readAt === null)
    return { ...facts, figures: null, missing: whyMissing(row), comparison: null, notCompared: 'no-figures' };

  const engagement = likes + comments + shares;
  const figures = { likes, comments, shares, engagement, readAt: readAt.toISOString() };
  const known = { ...facts, figures, missing: null };
  if (row.age === null || row.age <= FIRST_AGE) return { ...known, comparison: null, notCompared: 'too-early' };
  const ofPage = usual.find(({ facebookPageId, age }) => facebookPageId === row.facebookPageId && age === row.age);
  if (ofPage === undefined || ofPage.posts < POSTS_THAT_TELL)
    return { ...known, comparison: null, notCompared: 'too-few', soFar: soFarOf(ofPage) };
  return { ...known, comparison: comparisonOf(engagement, ofPage), notCompared: null };
}

function comparisonOf(engagement: number, { median, best, posts, age }: UsualRow): Comparison {
  return {
    median,
    percent: median === 0 ? null : Math.round((engagement / median - 1) * 100),
    posts,
    ageHours: hoursOfAge(age),
    isBest: engagement > median && engagement >= best,
  };
}

function soFarOf(ofPage: UsualRow | undefined): PostResult['soFar'] {
  if (ofPage === undefined) return null;
  const { posts, first, age } = ofPage;
  return { posts, first: first.toISOString(), ageHours: hoursOfAge(age) };
}

function whyMissing({ target, wasAsked }: ResultRow): PostResult['missing'] {
  if (!networkFacts(target).hasReactions) return 'none-there';
  return wasAsked ? 'unreadable' : 'not-yet';
}
