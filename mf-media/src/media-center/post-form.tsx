import type { MediaType } from '@pagecast/api/contract';
import {
  Card,
  countGraphemes,
  Field,
  lazyPart,
  PageField,
  SegmentedControl,
  TextArea,
  type Segment,
} from '@pagecast/shell/kit';
import { Clapperboard, Film, Image, Type } from 'lucide-react';
import { Suspense, type DragEvent } from 'react';
import type { Draft } from './draft.ts';
import { DropZone } from './drop-zone.tsx';
import { FIELD_IDS } from './field-ids.ts';
import { FileList } from './file-list.tsx';
import { FILE_RULES, kindOf } from './post-types.ts';
import type { Files } from './use-files.ts';

const FromLibrary = /* @__PURE__ */ lazyPart(async () => (await import('./from-library.tsx')).FromLibrary);

const TYPES: readonly Segment<MediaType>[] = [
  { value: 'text', label: 'Text Only', icon: <Type aria-hidden /> },
  { value: 'image', label: 'Image', icon: <Image aria-hidden /> },
  { value: 'video', label: 'Video', icon: <Film aria-hidden /> },
  { value: 'reel', label: 'Reel', icon: <Clapperboard aria-hidden /> },
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
  function changeType(postType: MediaType) {
    files.clear();
    onChange({ postType });
  }

  return (
    <Card title="Post">
      <div className="flex flex-col gap-4">
        <SegmentedControl<MediaType>
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
        <Field label="Content" hint={`${countGraphemes(draft.content).toLocaleString('en')} characters`}>
          <TextArea
            id={FIELD_IDS.content}
            rows={5}
            autosize
            value={draft.content}
            onChange={(event) => onChange({ content: event.currentTarget.value })}
          />
        </Field>
        {kind !== null && (
          <div className="flex flex-col gap-3">
            {files.files.length < FILE_RULES[kind].most && (
              <>
                <DropZone id={FIELD_IDS.files} kind={kind} onFiles={onFiles} onDropped={onDropped} />
                <Suspense fallback={<span className="h-8 pointer-coarse:h-11" />}>
                  <FromLibrary kind={kind} files={files} />
                </Suspense>
              </>
            )}
            {files.files.length > 0 && <FileList files={files} kind={kind} />}
          </div>
        )}
      </div>
    </Card>
  );
}
