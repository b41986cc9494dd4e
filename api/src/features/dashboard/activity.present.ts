import { beginningOf } from '../../beginning-of.ts';
import type { ActivityEntry } from '../../contract/dashboard.ts';
import { problemWords } from '../../problems/readers-words.ts';
import type { ActivityRow } from './dashboard.repository.ts';

const EXCERPT_LENGTH = 100;

/** One line of the owner's recent history, in words. */
export function describeActivity(row: ActivityRow): ActivityEntry {
  const page = row.page_name ?? (row.is_tech_site ? 'the tech site' : 'Unknown Page');
  const facts = {
    id: `post-${row.id}-${row.status}`,
    timestamp: row.at.toISOString(),
    isAiGenerated: row.is_ai_generated,
    pageName: row.page_name,
    postId: row.id,
  };
  const why = row.problem === null ? null : problemWords(row.problem, { now: row.read_at });
  switch (row.status) {
    case 'published':
      return { ...facts, type: 'published', title: `Published on ${page}`, description: excerpt(row.content) };
    case 'scheduled':
      // It keeps its place in the queue until its owner has done something about its page.
      if (row.is_held && row.problem !== null)
        return {
          ...facts,
          type: 'scheduled',
          title: `On hold: ${page}`,
          description: problemWords(row.problem, { now: row.read_at }),
        };
      return { ...facts, type: 'scheduled', title: `Scheduled for ${page}`, description: excerpt(row.content) };
    case 'missed':
      return {
        ...facts,
        type: 'failed',
        title: `Missed on ${page}`,
        description: why ?? excerpt(row.content),
      };
    default:
      return {
        ...facts,
        type: 'failed',
        title: `Not published on ${page}`,
        description: why ?? excerpt(row.content),
      };
  }
}

function excerpt(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_LENGTH ? line : `${beginningOf(line, EXCERPT_LENGTH).trimEnd()}…`;
}
