import { FACEBOOK, listPosts, type Post } from '@pagecast/api/contract';
import { apiQuery, Button, Loaded, SearchField } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const SHOWN = 5;

/** Published posts to take into a set, found by their words. */
export function PostPicker({ chosen, onPick }: { chosen: readonly number[]; onPick: (post: Post) => void }) {
  const [text, setText] = useState('');
  const query = useQuery(
    apiQuery(listPosts, {
      query: { status: 'published', publishPlatform: FACEBOOK, limit: SHOWN, ...(text !== '' && { text }) },
    }),
  );
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-3">
      <SearchField label="Search published posts" value={text} onSearch={setText} />
      <Loaded
        query={query}
        rows={3}
        problemTitle="We couldn't load your published posts"
        empty={({ posts }) => (posts.length === 0 ? <p className="text-ink-soft">No posts match.</p> : null)}
      >
        {({ posts }) => (
          <ul className="flex flex-col gap-1">
            {posts.map((post) => (
              <li key={post.id} className="flex items-center justify-between gap-2">
                <span dir="auto" className="line-clamp-2 min-w-0 text-sm wrap-anywhere">
                  {post.content}
                </span>
                <Button size="sm" disabled={chosen.includes(post.id)} onClick={() => onPick(post)}>
                  {chosen.includes(post.id) ? 'Added' : 'Add'}
                  <span className="sr-only">: {post.content.slice(0, 60)}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}
