import type { Checkpoint } from '../target.ts';

export function photoIdsIn(checkpoint: Checkpoint): readonly string[] {
  return Array.isArray(checkpoint['photoIds']) ? (checkpoint['photoIds'] as readonly string[]) : [];
}

/** The ids that uploads under way have at Facebook: they may be seen there before a post is. */
export function idsIn(checkpoint: Checkpoint): readonly string[] {
  const { videoId } = checkpoint;
  return [...(typeof videoId === 'string' ? [videoId] : []), ...photoIdsIn(checkpoint)];
}
