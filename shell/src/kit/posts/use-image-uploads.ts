import { MAX_PHOTOS, MEDIA_LIMIT_BYTES } from '@pagecast/api/contract';
import { useState } from 'react';
import { reasonOf } from '../runtime/api-error.ts';
import { useNotify } from '../runtime/host.tsx';
import { postImageOf, type PostImage } from './post-image.ts';
import { uploadImage } from './upload-image.ts';

const MIB = 1024 ** 2;

/** Stores chosen files one after the other, so that they keep their order, and says which could not be. */
export function useImageUploads(count: number, add: (image: PostImage) => void) {
  const notify = useNotify();
  /** The name of the one that is on its way. */
  const [current, setCurrent] = useState<string | null>(null);
  const fail = (description: string) => notify({ tone: 'destructive', title: 'Image Not Added', description });

  async function store(file: File): Promise<void> {
    if (file.size > MEDIA_LIMIT_BYTES.image)
      return fail(`${file.name} is larger than ${MEDIA_LIMIT_BYTES.image / MIB} MB. Choose a smaller image.`);
    setCurrent(file.name);
    try {
      add({ ...postImageOf(await uploadImage(file)), altText: '' });
    } catch (error) {
      fail(`${file.name}: ${reasonOf(error, "We couldn't store this image. Try again.")}`);
    }
  }

  async function upload(files: readonly File[]): Promise<void> {
    const room = MAX_PHOTOS - count;
    if (files.length > room) fail(`A post can have at most ${MAX_PHOTOS} images.`);
    for (const file of files.slice(0, Math.max(0, room))) await store(file);
    setCurrent(null);
  }

  return { upload: (files: readonly File[]) => void upload(files), current };
}
