import type { DeletionWords } from '@pagecast/shell/kit';

/** Post history words its own deletions. Source: spec section 8. */
export const DELETION: DeletionWords = {
  done: 'Post deleted',
  failed: 'Delete failed',
  fallback: 'Unable to delete the post',
};
