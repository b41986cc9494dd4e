import * as z from 'zod/mini';
import { byId, Done, text, Uuid } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** What a file is for: each kind has limits of its own. */
export const MEDIA_KINDS = ['image', 'video', 'reel'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A file within JSON, as a data URL: once decoded. */
export const DATA_URL_LIMIT_BYTES = 10 * 1024 * 1024;
/** In base64, with room for its head. */
export const DATA_URL_MAX_LENGTH = Math.ceil(DATA_URL_LIMIT_BYTES / 3) * 4 + 1024;
export const MEDIA_LIMIT_BYTES: Readonly<Record<MediaKind, number>> = {
  image: 10 * 1024 * 1024,
  video: 1024 ** 3,
  reel: 1024 ** 3,
};

export const FILE_NAME_LIMIT = 200;
export const FileName = text(FILE_NAME_LIMIT);

/** Photos of one post. */
export const MAX_PHOTOS = 10;
export const ALT_TEXT_LIMIT = 1000;

/** A file that is stored, checked and ready for a post. */
export const MediaFile = z.object({
  id: z.number(),
  mimeType: z.string(),
  bytes: z.number(),
  /** As it is seen: turned the way its camera was held. Of files stored by an older version unknown. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** null for pictures. */
  durationSeconds: z.nullable(z.number()),
  altText: z.nullable(z.string()),
  /** As it was called where it came from, or as its owner calls it; null where nobody said. */
  name: z.optional(z.nullable(z.string())),
  /** Says of itself that an AI made it, or a part of it, which it goes on to say at Facebook. */
  hasAiLabel: z.optional(z.boolean()),
});
export type MediaFile = z.infer<typeof MediaFile>;

/** A stored file in a post, at its place in the list. */
export const PostedMedia = z.strictObject({
  id: byId.shape.id,
  altText: z.optional(z.nullable(text(ALT_TEXT_LIMIT))),
});
export type PostedMedia = z.infer<typeof PostedMedia>;

/**
 * A whole file in one request: as it is, or the first file of a form, which says its name. Without a kind it is what it
 * looks like.
 */
export const uploadMedia = endpoint({
  method: 'POST',
  path: '/api/media',
  access: 'user',
  scope: 'media',
  isByPage: true,
  resource: 'media',
  touches: ['media'],
  params: none,
  query: z.strictObject({ kind: z.optional(z.enum(MEDIA_KINDS)) }),
  body: none,
  response: MediaFile,
  success: 201,
  takesFile: true,
});

/** How long the address of an image may be. */
export const IMAGE_ADDRESS_LIMIT = 2000;

/**
 * An image that anybody can open, by its address: https, and each address that it leads to. The same image again
 * answers the same file.
 */
export const fetchImage = endpoint({
  method: 'POST',
  path: '/api/media/from-address',
  access: 'user',
  scope: 'media',
  isByPage: true,
  resource: 'media',
  touches: ['media'],
  params: none,
  query: none,
  body: z.strictObject({ address: text(IMAGE_ADDRESS_LIMIT) }),
  response: MediaFile,
  success: 201,
});

/**
 * Where files come in parts and go on after a dropped line: the tus protocol (tus.io), version 1.0.0, with creation and
 * termination.
 * Not calls of the contract, but for the last one: `finishUpload`, once all bytes are there.
 */
export const MEDIA_UPLOADS_PATH = '/api/media/uploads';

/** Checks an upload that is whole. The same again answers the same file. */
export const finishUpload = endpoint({
  method: 'POST',
  path: '/api/media/uploads/:id',
  access: 'user',
  scope: 'media',
  isByPage: true,
  resource: 'media',
  touches: ['media'],
  params: z.strictObject({ id: Uuid }),
  query: none,
  body: z.strictObject({ kind: z.enum(MEDIA_KINDS) }),
  response: MediaFile,
});

/**
 * Deletes a file from the library. One that a post still needs stays; one that published posts or drafts have goes only
 * with `used=true`. What went out stays at Facebook, and in the history.
 */
export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/:id',
  access: 'user',
  scope: 'media',
  resource: 'media',
  touches: ['media'],
  params: byId,
  query: z.strictObject({ used: z.optional(z.enum(['true', 'false'])) }),
  body: none,
  response: Done,
});

/** The bytes of a file, for its owner alone. Not a call of the contract: it answers no JSON. */
export function mediaUrl(id: number): string {
  return `/api/media/${id}`;
}

/** A small picture of an image, of `THUMBNAIL_PIXELS` at most. Not a call of the contract: it answers no JSON. */
export function thumbnailUrl(id: number): string {
  return `/api/media/${id}/thumbnail`;
}
