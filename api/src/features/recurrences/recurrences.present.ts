import type * as contract from '../../contract/recurrences.ts';
import type { RecurrenceProblem } from '../../problems/recurrence-problem.ts';
import { recurrenceWords } from '../../problems/readers-words.ts';
import type { ReadRecurrence, ReadText } from './reading-recurrences.ts';
import { ruleWords } from './rule-words.ts';
import { readRule } from './rule.ts';

export function presentRepeats(read: ReadRecurrence): contract.Repeats {
  return {
    id: read.id,
    name: read.name,
    facebookPageId: read.facebookPageId,
    pageName: read.pageName,
    rule: read.rule,
    words: ruleWords(readRule(read.rule), read.timeOfDay, read.startsOn),
    startsOn: read.startsOn,
    timeOfDay: read.timeOfDay,
    timeZone: read.timeZone,
    // Its last day is over.
    state: read.isOver ? 'ended' : read.state,
    cooldownDays: read.cooldownDays,
    isVaried: read.isVaried,
    textCount: read.textCount,
    excerpt: read.excerpt,
    next: read.next.map(({ at, postId }) => ({ at: at.toISOString(), postId })),
    postIds: [...read.postIds],
    notes: presentNotes(read.notes),
    createdAt: read.createdAt.toISOString(),
  };
}

export function present(read: ReadRecurrence & { readonly texts: readonly ReadText[] }): contract.Recurrence {
  return {
    ...presentRepeats(read),
    texts: read.texts.map(({ id, content, mediaType, files, usedAt }) => ({
      id,
      content,
      mediaType,
      media: files.map((file) => ({ ...file })),
      usedAt: usedAt?.toISOString() ?? null,
    })),
  };
}

export function presentNotes(notes: readonly RecurrenceProblem[]): contract.RecurrenceNote[] {
  return notes.map((problem) => ({ code: problem.code, message: recurrenceWords(problem) }));
}
