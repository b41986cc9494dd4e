import { MEDIA_LIMIT_BYTES } from '@pagecast/api/contract';
import { hear, keepFrame, uploadFile, useNotify, type RunningUpload, type UploadProgress } from '@pagecast/shell/kit';
import { useEffect, useRef, useState } from 'react';
import type { DraftVideo } from '../../drafts/draft.ts';
import { videoFrom } from './story.ts';

interface Current {
  readonly name: string;
  readonly bytes: number;
  readonly progress: UploadProgress;
}

/** A new video on its way to the server: begun again after a lost line, it goes on where it stopped. */
export function useVideoUpload(onVideo: (video: DraftVideo) => void) {
  const notify = useNotify();
  const [current, setCurrent] = useState<Current | null>(null);
  const running = useRef<RunningUpload | null>(null);
  useGoingOn(current?.progress, () => running.current?.resume());
  // Left behind, nobody would see how far it is; the same file chosen again goes on where it stopped.
  useEffect(() => () => running.current?.leave(), []);

  function begin(file: File): void {
    if (file.size > MEDIA_LIMIT_BYTES.video)
      return refuse(`${file.name} is larger than ${MEDIA_LIMIT_BYTES.video / 1024 ** 3} GB. Choose a smaller video.`);
    const facts = { name: file.name, bytes: file.size };
    setCurrent({ ...facts, progress: { state: 'sending', sent: 0 } });
    running.current = uploadFile(file, 'video', (progress) => {
      const isDone = progress.state === 'ready' || progress.state === 'refused';
      setCurrent(isDone ? null : { ...facts, progress });
      if (progress.state === 'refused') refuse(`${file.name}: ${progress.reason}`);
      if (progress.state !== 'ready') return;
      // From the draft in which it was begun, whichever is open by now.
      onVideo(videoFrom(progress.media));
      const source = URL.createObjectURL(file);
      void keepFrame(progress.media.id, source).finally(() => URL.revokeObjectURL(source));
    });
  }

  function refuse(description: string): void {
    notify({ tone: 'destructive', title: 'Video Not Added', description });
  }

  return {
    current,
    begin,
    resume: () => running.current?.resume(),
    cancel: () => {
      running.current?.cancel();
      setCurrent(null);
    },
  };
}
export type VideoUpload = ReturnType<typeof useVideoUpload>;

/** What was cut goes on as soon as there is a line or a session again; a tab that closes asks first. */
function useGoingOn(progress: UploadProgress | undefined, resume: () => void): void {
  const isCut = progress?.state === 'stopped' && progress.isCut;
  const latest = useRef(resume);
  useEffect(() => {
    latest.current = resume;
  });
  useEffect(() => {
    if (!isCut) return undefined;
    const goOn = () => latest.current();
    addEventListener('online', goOn);
    const stopHearing = hear('back', goOn);
    return () => {
      removeEventListener('online', goOn);
      stopHearing();
    };
  }, [isCut]);
  const isOnItsWay = progress !== undefined;
  useEffect(() => {
    if (!isOnItsWay) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOnItsWay]);
}
