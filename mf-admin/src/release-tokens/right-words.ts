import type { ReleaseRight } from '@pagecast/api/contract';

/** What a token lets its holder do, as the form asks and as the list says. */
export const RIGHT_WORDS: Record<ReleaseRight, { asked: string; said: string }> = {
  stage: { asked: 'Add versions', said: 'add versions' },
  move: { asked: 'Make new versions current', said: 'make new versions current' },
  rollback: { asked: 'Roll back', said: 'roll back' },
};
