import { Suspense, type ComponentProps } from 'react';
import type { DeletePostDialog as Deletion } from './delete-post-dialog.tsx';
import type { EditPostDialog as Editor } from './edit-post-dialog.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';
import type { ReviewPostDialog as Review } from './review-post-dialog.tsx';

const LazyDeletion = /* @__PURE__ */ lazyPart(async () => (await import('./delete-post-dialog.tsx')).DeletePostDialog);
const LazyEditor = /* @__PURE__ */ lazyPart(async () => (await import('./edit-post-dialog.tsx')).EditPostDialog);
const LazyReview = /* @__PURE__ */ lazyPart(async () => (await import('./review-post-dialog.tsx')).ReviewPostDialog);

// The windows over one post. Lists of posts are looked at far more often than one of these is opened.

export function DeletePostDialog(props: ComponentProps<typeof Deletion>) {
  return (
    <Suspense fallback={null}>
      <LazyDeletion {...props} />
    </Suspense>
  );
}

export function EditPostDialog(props: ComponentProps<typeof Editor>) {
  return (
    <Suspense fallback={null}>
      <LazyEditor {...props} />
    </Suspense>
  );
}

export function ReviewPostDialog(props: ComponentProps<typeof Review>) {
  return (
    <Suspense fallback={null}>
      <LazyReview {...props} />
    </Suspense>
  );
}
