import type { ComponentProps } from 'react';
import type { DeletePostDialog as Deletion } from './delete-post-dialog.tsx';
import type { EditPostDialog as Editor } from './edit-post-dialog.tsx';
import { LateWindow } from '../runtime/late-window.tsx';
import { lazyPart } from '../runtime/lazy-part.tsx';
import type { ReviewPostDialog as Review } from './review-post-dialog.tsx';

const LazyDeletion = /* @__PURE__ */ lazyPart(async () => (await import('./delete-post-dialog.tsx')).DeletePostDialog);
const LazyEditor = /* @__PURE__ */ lazyPart(async () => (await import('./edit-post-dialog.tsx')).EditPostDialog);
const LazyReview = /* @__PURE__ */ lazyPart(async () => (await import('./review-post-dialog.tsx')).ReviewPostDialog);

// The windows over one post. Lists of posts are looked at far more often than one of these is opened.

export function DeletePostDialog(props: ComponentProps<typeof Deletion>) {
  return (
    <LateWindow onClose={props.onClose}>
      <LazyDeletion {...props} />
    </LateWindow>
  );
}

export function EditPostDialog(props: ComponentProps<typeof Editor>) {
  return (
    <LateWindow onClose={props.onClose}>
      <LazyEditor {...props} />
    </LateWindow>
  );
}

export function ReviewPostDialog(props: ComponentProps<typeof Review>) {
  return (
    <LateWindow onClose={props.onClose}>
      <LazyReview {...props} />
    </LateWindow>
  );
}
