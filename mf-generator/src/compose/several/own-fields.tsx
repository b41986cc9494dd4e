import { Button, Field, MediaField, ScheduleFields, TextArea, type ImagesChange } from '@pagecast/shell/kit';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { contentOf, type Draft, type Several } from '../../drafts/draft.ts';
import { LinkField } from './link-field.tsx';
import type { Own, SeveralPage } from './several.ts';
import { isStory } from './story.ts';

/** Text, link, images and time of one page, where they are not those of all. */
export function OwnFields({
  draft,
  several,
  page,
  name,
  onOwn,
  onImages,
}: {
  draft: Draft;
  several: Several;
  page: SeveralPage;
  name: string;
  onOwn: (own: Partial<Own>) => void;
  onImages: (change: ImagesChange) => void;
}) {
  const { images } = page;
  return (
    <section aria-label={`Only for ${name}`} className="flex flex-wrap items-start gap-3">
      {!isStory(several) && <OwnWords draft={draft} several={several} page={page} name={name} onOwn={onOwn} />}
      <Part
        of={images}
        begin="Choose its own images"
        end="Use the common images"
        onBegin={() => onOwn({ images: several.images ?? [] })}
        onEnd={() => onOwn({ images: undefined })}
      >
        {(own) => <MediaField label={`Images for ${name}`} images={own} onImages={onImages} />}
      </Part>
      <OwnTime draft={draft} page={page} onOwn={onOwn} />
    </section>
  );
}

/** Of a post: a story has none. */
function OwnWords({
  draft,
  several,
  page: { content, link },
  name,
  onOwn,
}: {
  draft: Draft;
  several: Several;
  page: SeveralPage;
  name: string;
  onOwn: (own: Partial<Own>) => void;
}) {
  return (
    <>
      <Part
        of={content}
        begin="Write its own text"
        end="Use the common text"
        onBegin={() => onOwn({ content: contentOf(draft) })}
        onEnd={() => onOwn({ content: undefined })}
      >
        {(text) => (
          <Field label={`Text for ${name}`} className="w-full">
            <TextArea autosize value={text} onChange={(event) => onOwn({ content: event.currentTarget.value })} />
          </Field>
        )}
      </Part>
      <Part
        of={link}
        begin="Use its own link"
        end="Use the common link"
        onBegin={() => onOwn({ link: several.link ?? '' })}
        onEnd={() => onOwn({ link: undefined })}
      >
        {(own) => <LinkField label={`Link for ${name}`} value={own} onValueChange={(next) => onOwn({ link: next })} />}
      </Part>
    </>
  );
}

function OwnTime({
  draft,
  page: { pageId, schedule },
  onOwn,
}: {
  draft: Draft;
  page: SeveralPage;
  onOwn: (own: Partial<Own>) => void;
}) {
  return (
    <Part
      of={schedule}
      begin="Choose its own time"
      end="Use the common time"
      onBegin={() => onOwn({ schedule: { ...draft.schedule } })}
      onEnd={() => onOwn({ schedule: undefined })}
    >
      {(own) => (
        <ScheduleFields value={own} pageId={Number(pageId)} onValueChange={(next) => onOwn({ schedule: next })} />
      )}
    </Part>
  );
}

/** A way to something of its own, or that and the way back. */
function Part<Value>({
  of,
  begin,
  end,
  onBegin,
  onEnd,
  children,
}: {
  /** undefined: what all have. */
  of: Value | undefined;
  begin: string;
  end: string;
  onBegin: () => void;
  onEnd: () => void;
  children: (own: Value) => ReactNode;
}) {
  const whole = useRef<HTMLDivElement>(null);
  /** Each button goes away with its press: the focus goes on to what comes in its place. */
  const change = (work: () => void) => () => {
    flushSync(work);
    whole.current?.querySelector<HTMLElement>('textarea, input, button')?.focus();
  };
  if (of === undefined)
    return (
      <div ref={whole}>
        <Button size="sm" onClick={change(onBegin)}>
          {begin}
        </Button>
      </div>
    );
  return (
    <div ref={whole} className="flex w-full min-w-0 flex-col items-start gap-2">
      {children(of)}
      <Button size="sm" variant="ghost" className="-ml-2.5" onClick={change(onEnd)}>
        {end}
      </Button>
    </div>
  );
}
