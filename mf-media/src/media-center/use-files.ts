import { mediaUrl, type MediaFile, type MediaKind } from '@pagecast/api/contract';
import { hear, keepFrame, uploadFile, type RunningUpload, type UploadProgress } from '@pagecast/shell/kit';
import { useEffect, useRef, useState } from 'react';
import type { ReadyFile } from './draft.ts';
import { fileProblem, storyProblem, uploadedAs, type FilesFor } from './post-types.ts';

export interface ChosenFile {
  readonly key: string;
  readonly kind: MediaKind;
  readonly name: string;
  readonly bytes: number;
  /** Where it can be looked at. */
  readonly src: string;
  readonly altText: string;
  readonly progress: UploadProgress;
}

/** The chosen files in their order, each on its way to the server from the moment it is chosen. */
export function useFiles(kept: readonly ReadyFile[]) {
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => kept.map(fromKept));
  const running = useRef(new Map<string, RunningUpload>());
  const change = (key: string, part: Partial<ChosenFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...part } : file)));

  useGoingOn(files, (key) => running.current.get(key)?.resume());
  useAskingBeforeLeaving(files.some(({ progress }) => progress.state === 'sending' || progress.state === 'stopped'));

  // Left behind, nobody would see how far they are; the same file chosen again goes on where it stopped.
  useEffect(() => {
    const left = running.current;
    return () => {
      for (const upload of left.values()) upload.leave();
    };
  }, []);

  function add(wanted: FilesFor, chosen: readonly File[]): void {
    const added = chosen.map((file) => ({ file, entry: chosenFile(wanted, file) }));
    setFiles((before) => [...before, ...added.map(({ entry }) => entry)]);
    for (const { file, entry } of added) if (entry.progress.state === 'sending') send(wanted, file, entry);
  }

  function send(wanted: FilesFor, file: File, { key, kind, src }: ChosenFile): void {
    const upload = uploadFile(file, kind, (told) => {
      const progress = wanted === 'story' ? judgedAsStory(told) : told;
      change(key, { progress });
      // From now on it is seen as it will be posted: one that moves stands still, and one that browsers cannot show is
      // there.
      if (progress.state !== 'ready') return;
      const { media } = progress;
      // From the file that is here still: nothing comes back over the line for it.
      if (kind !== 'image') return void keepFrame(media.id, src);
      // What the library says of it stands until something else is typed.
      setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...shownAs(media, one.altText) } : one)));
      URL.revokeObjectURL(src);
    });
    running.current.set(key, upload);
  }

  function remove(key: string): void {
    running.current.get(key)?.cancel();
    running.current.delete(key);
    const src = files.find((file) => file.key === key)?.src ?? '';
    if (src.startsWith('blob:')) URL.revokeObjectURL(src);
    setFiles((before) => before.filter((file) => file.key !== key));
  }

  return {
    files,
    add,
    addStored: (wanted: FilesFor, stored: readonly MediaFile[]) =>
      setFiles((before) => [...before, ...fromLibrary(wanted, stored, before)]),
    remove,
    clear: () => {
      for (const { key } of files) remove(key);
    },
    /** Those of them that are out. */
    removeReady: (sent: readonly ReadyFile[]) => {
      for (const { key, progress } of files)
        if (progress.state === 'ready' && sent.some(({ media }) => media.id === progress.media.id)) remove(key);
    },
    stop: (key: string) => running.current.get(key)?.stop(),
    resume: (key: string) => running.current.get(key)?.resume(),
    describe: (key: string, altText: string) => change(key, { altText }),
    /** Puts a file at this place among the others. */
    place: (key: string, to: number) =>
      setFiles((before) => {
        const file = before.find((one) => one.key === key);
        return file === undefined ? before : before.filter((one) => one !== file).toSpliced(to, 0, file);
      }),
  };
}
export type Files = ReturnType<typeof useFiles>;

/** What stopped for want of a line or a session goes on as soon as there is one. */
function useGoingOn(files: readonly ChosenFile[], resume: (key: string) => void): void {
  const stopped = files
    .filter(({ progress }) => progress.state === 'stopped' && progress.isCut)
    .map(({ key }) => key)
    .join();
  const latest = useRef(resume);
  useEffect(() => {
    latest.current = resume;
  });
  useEffect(() => {
    if (stopped === '') return;
    const goOn = () => {
      for (const key of stopped.split(',')) latest.current(key);
    };
    addEventListener('online', goOn);
    const stopHearing = hear('back', goOn);
    return () => {
      removeEventListener('online', goOn);
      stopHearing();
    };
  }, [stopped]);
}

/** A page that goes takes with it what has not arrived. */
export function useAskingBeforeLeaving(isOnItsWay: boolean): void {
  useEffect(() => {
    if (!isOnItsWay) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOnItsWay]);
}

export function readyFiles(files: readonly ChosenFile[]): ReadyFile[] {
  return files.flatMap(({ progress, altText }) =>
    progress.state === 'ready' ? [{ media: progress.media, altText }] : [],
  );
}

/** How far all of them are together, of 1. */
export function shareSent(files: readonly ChosenFile[]): number {
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = files.reduce((sum, { bytes, progress }) => sum + ('sent' in progress ? progress.sent : bytes), 0);
  return all === 0 ? 1 : sent / all;
}

function fromKept({ media, altText }: ReadyFile): ChosenFile {
  return {
    key: String(media.id),
    kind: media.mimeType.startsWith('image/') ? 'image' : 'video',
    name: media.name ?? (media.mimeType.startsWith('image/') ? 'Image' : 'Video'),
    bytes: media.bytes,
    src: mediaUrl(media.id),
    altText,
    progress: { state: 'ready', media },
  };
}

/** What is there may still be none that a story can be. */
function judgedAsStory(progress: UploadProgress): UploadProgress {
  const problem = progress.state === 'ready' ? storyProblem(progress.media) : null;
  return problem === null ? progress : { state: 'refused', reason: problem };
}

function shownAs(media: MediaFile, typed: string): Pick<ChosenFile, 'src' | 'altText'> {
  return { src: mediaUrl(media.id), altText: typed === '' ? (media.altText ?? '') : typed };
}

/** Files that the server has already; one that is there is not there twice. */
function fromLibrary(wanted: FilesFor, stored: readonly MediaFile[], present: readonly ChosenFile[]): ChosenFile[] {
  return stored
    .filter(({ id }) => !present.some(({ progress }) => progress.state === 'ready' && progress.media.id === id))
    .map((media) => fromKept({ media, altText: media.altText ?? '' }))
    .map((file) => (wanted === 'story' ? { ...file, progress: judgedAsStory(file.progress) } : file));
}

function chosenFile(wanted: FilesFor, file: File): ChosenFile {
  const problem = fileProblem(wanted, file);
  return {
    key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
    kind: uploadedAs(wanted, file) ?? 'image',
    name: file.name,
    bytes: file.size,
    src: URL.createObjectURL(file),
    altText: '',
    progress: problem === null ? { state: 'sending', sent: 0 } : { state: 'refused', reason: problem },
  };
}
