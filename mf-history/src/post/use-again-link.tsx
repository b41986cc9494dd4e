import { networkFacts, type Post } from '@pagecast/api/contract';
import { ButtonLink } from '@pagecast/shell/kit';
import { isStory } from './story-life.tsx';

/**
 * Begins a post with the text, link and images of this one. An article is written anew on its own form, and a story
 * has no text.
 */
export function UseAgainLink({ post, variant = 'ghost' }: { post: Post; variant?: 'ghost' | 'secondary' }) {
  if (!networkFacts(post.publishPlatform).hasPages || isStory(post)) return null;
  return (
    <ButtonLink size={variant === 'ghost' ? 'sm' : 'md'} variant={variant} to={`/content-generator?again=${post.id}`}>
      Use again
    </ButtonLink>
  );
}
