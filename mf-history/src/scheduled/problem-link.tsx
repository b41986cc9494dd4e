import type { Post } from '@pagecast/api/contract';
import { Link } from '@pagecast/shell/kit';

const LOOK = 'font-medium whitespace-nowrap underline';

/** Where the owner can mend what stands in a post's way, when that is not on this screen. Unknown actions have no link. */
export function ProblemLink({ problem }: { problem: Post['problem'] }) {
  if (problem?.action === 'reconnect') return <Link to="/settings" className={LOOK}>Reconnect the page</Link>;
  if (problem?.action === 'open_facebook') return <a href="https://www.facebook.com/" target="_blank" rel="noreferrer" className={LOOK}>Open Facebook</a>;
  return null;
}
