import { Button, Card, LatePart, lazyPart, Skeleton, type ImagesChange } from '@pagecast/shell/kit';
import { ImagePlus } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { DraftState } from '../drafts/draft-state.ts';
import type { DraftStore } from '../drafts/draft-store.ts';
import { focusIfLost } from '../focus-if-lost.ts';

const MediaField = /* @__PURE__ */ lazyPart(async () => (await import('./several/media-part.ts')).MediaField);

/** Images of a post for one page: what it takes to choose them comes with the first press. */
export function OnePageImages({
  state: {
    key,
    fields: { images = [] },
  },
  store,
}: {
  state: DraftState;
  store: DraftStore;
}) {
  const [isAsked, setAsked] = useState(false);
  // As they are when a file is stored, which may be after other changes, or with another draft open.
  const change = (to: ImagesChange) =>
    store.changeOf(key, (before) => ({ ...before, images: [...to(before.images ?? [])] }));
  if (!isAsked && images.length === 0)
    return (
      <Button
        variant="ghost"
        className="self-start"
        icon={<ImagePlus aria-hidden />}
        onPointerEnter={MediaField.preload}
        onFocus={MediaField.preload}
        onClick={() => setAsked(true)}
      >
        Images
      </Button>
    );
  return (
    <Card>
      <LatePart name="Images" fallback={<Skeleton className="h-16" />}>
        <TakesFocus isAsked={isAsked}>
          <MediaField label="Images" images={images} onImages={change} />
        </TakesFocus>
      </LatePart>
    </Card>
  );
}

/** The button that asked for it is gone. */
function TakesFocus({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isAsked) focusIfLost(place.current?.querySelector('button'));
  }, [isAsked]);
  return <div ref={place}>{children}</div>;
}
