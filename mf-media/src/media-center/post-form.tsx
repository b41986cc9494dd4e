import { STORY_HOURS } from '@pagecast/api/contract';
import {
  Card,
  countGraphemes,
  Field,
  LatePart,
  lazyPart,
  PageField,
  SegmentedControl,
  Skeleton,
  TextArea,
  type Segment,
} from '@pagecast/shell/kit';
import { CircleDashed, Clapperboard, Film, Image, Type } from 'lucide-react';
import type { DragEvent } from 'react';
import type { Draft } from './draft.ts';
import { DropZone } from './drop-zone.tsx';
import { FIELD_IDS } from './field-ids.ts';
import { FILE_RULES, kindOf, type PostType } from './post-types.ts';
import type { Files } from './use-files.ts';

const FileList = /* @__PURE__ */ lazyPart(async () => (await import('./file-list.tsx')).FileList);
const FromLibrary = /* @__PURE__ */ lazyPart(async () => (await import('./from-library.tsx')).FromLibrary);

const TYPES: readonly Segment<PostType>[] = [
  { value: 'text', label: 'Text Only', icon: <Type aria-hidden /> },
  { value: 'image', label: 'Image', icon: <Image aria-hidden /> },
  { value: 'video', label: 'Video', icon: <Film aria-hidden /> },
  { value: 'reel', label: 'Reel', icon: <Clapperboard aria-hidden /> },
  { value: 'story', label: 'Story', icon: <CircleDashed aria-hidden /> },
];

/** What the post is: its type, its page, its words and its files. */
export function PostForm({
  draft,
  files,
  onChange,
  onFiles,
  onDropped,
}: {
  draft: Draft;
  files: Files;
  onChange: (part: Partial<Draft>) => void;
  onFiles: (files: readonly File[]) => void;
  onDropped: (event: DragEvent) => void;
}) {
  const kind = kindOf(draft.postType);

  /** Switching the type clears what was chosen for the other. */
  function changeType(postType: PostType) {
    files.clear();
    onChange({ postType });
  }

  return (
    <Card title="Post">
      <div className="flex flex-col gap-4">
        <SegmentedControl<PostType>
          label="Post type"
          value={draft.postType}
          onValueChange={changeType}
          options={TYPES}
          className={
            'self-start max-sm:w-full max-sm:[&_svg]:hidden max-sm:[&>label]:grow ' +
            'max-sm:[&>label]:justify-center max-sm:[&>label]:px-1.5'
          }
        />
        <PageField id={FIELD_IDS.page} value={draft.pageId} onValueChange={(pageId) => onChange({ pageId })} />
        <Words draft={draft} onChange={onChange} />
        {kind !== null && (
          <div className="flex flex-col gap-3">
            {files.files.length < FILE_RULES[kind].most && (
              <>
                <DropZone id={FIELD_IDS.files} kind={kind} onFiles={onFiles} onDropped={onDropped} />
                <LatePart name="The media library" fallback={<span className="h-8 pointer-coarse:h-11" />}>
                  <FromLibrary kind={kind} files={files} />
                </LatePart>
              </>
            )}
            {files.files.length > 0 && (
              <LatePart name="The list of files" fallback={<Skeleton className="h-28" />}>
                <FileList files={files} />
              </LatePart>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

/** The text of a post; a story has none. */
function Words({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  if (draft.postType === 'story')
    return (
      <p className="text-ink-soft">
        A story is one image or video, shown for {STORY_HOURS} hours. It shows no text.
        {draft.content.trim() !== '' && ' Your text is kept here for a post.'}
      </p>
    );
  return (
    <Field label="Content" hint={`${countGraphemes(draft.content).toLocaleString('en')} characters`}>
      <TextArea
        id={FIELD_IDS.content}
        rows={5}
        autosize
        value={draft.content}
        onChange={(event) => onChange({ content: event.currentTarget.value })}
      />
    </Field>
  );
}
