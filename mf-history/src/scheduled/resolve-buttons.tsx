import { type Post, PROBLEM_ACTION } from '@pagecast/api/contract';
import { Button } from '@pagecast/shell/kit';
import type { Resolving } from './post-dialogs.tsx';

/**
 * Nobody but its owner can tell whether this post is out: they look, and say what they saw. Publishing it again is
 * asked for nowhere else.
 */
export function mayBeOut({ problem }: Pick<Post, 'problem'>): boolean {
  return problem?.action === PROBLEM_ACTION.resolve;
}

/** The three ends of a doubt. Each asks before anything is done. */
export function ResolveButtons({ onOpen }: { onOpen: (kind: Resolving) => void }) {
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => onOpen('out')}>
        I checked: it's published
      </Button>
      <Button size="sm" onClick={() => onOpen('not-out')}>
        It isn't there: publish it again
      </Button>
      <Button size="sm" variant="ghost" className="hover:text-bad" onClick={() => onOpen('forget')}>
        Delete it here
      </Button>
    </>
  );
}
