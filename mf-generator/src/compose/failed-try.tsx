import { readPost, PROBLEM_ACTION } from '@pagecast/api/contract';
import { apiQuery, Button, Link } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';

/**
 * What the next press does with the post that the last try left behind. One that may be out is decided about where it
 * waits, not sent once more from here.
 */
export function FailedTry({ postId, onNewPost }: { postId: number; onNewPost: () => void }) {
  const { data } = useQuery({ ...apiQuery(readPost, { params: { id: postId } }), gcTime: 0 });
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn">
      {data?.problem?.action === PROBLEM_ACTION.resolve ? (
        <p>
          Your last post may already be published.{' '}
          <Link to={`/scheduled?post=${postId}`} className="font-medium underline">
            Tell us in Scheduled Posts whether you see it
          </Link>{' '}
          before you publish it again.
        </p>
      ) : (
        <>
          <p>Your last attempt failed. Trying again sends the same post with your changes.</p>
          <Button size="sm" onClick={onNewPost}>
            Send as a new post
          </Button>
        </>
      )}
    </div>
  );
}
