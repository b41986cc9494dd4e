import * as z from 'zod/mini';
import { Instant, limited } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { ReleasedName, Version, type HostPath } from './remotes.ts';

const released = z.strictObject({ name: ReleasedName });

/** An address that shows one version, before everybody gets it, to whoever is logged in and has it. */
export const PreviewLink = z.object({ url: z.string(), expiresAt: Instant });
export type PreviewLink = z.infer<typeof PreviewLink>;

/** A version that this browser is shown in place of what is current. */
export const ReleasePreview = z.object({ name: z.string(), version: z.string(), expiresAt: Instant });
export type ReleasePreview = z.infer<typeof ReleasePreview>;

/** Makes a link to a version, for administrators. */
export const createPreviewLink = endpoint({
  method: 'POST',
  path: '/api/admin/releases/:name/previews',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: released,
  query: none,
  body: z.strictObject({ version: Version }),
  response: PreviewLink,
  success: 201,
});

/** The same for the team of the area, with a token that may stage. */
export const createTeamPreviewLink = endpoint({
  method: 'POST',
  path: '/api/releases/:name/previews',
  access: 'release-token',
  resource: 'remotes',
  touches: [],
  params: released,
  query: none,
  body: z.strictObject({ version: Version }),
  response: PreviewLink,
  success: 201,
});

/** What a link's address says of it. */
export const PREVIEW_PATH = '/preview' satisfies HostPath;
const PreviewKey = limited(100, z.regex(/^[0-9a-z]{1,12}\.[\w-]{43}$/, 'Must be the key of a preview link'));

/** Shows the version of a link in this browser from now on, until the link expires. */
export const openPreview = endpoint({
  method: 'POST',
  path: '/api/previews',
  access: 'user',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: z.strictObject({ name: ReleasedName, version: Version, key: PreviewKey }),
  response: z.object({
    /** A screen of that version. */
    to: z.string(),
  }),
});

/** Stops every preview in this browser, and leads on to the screen `at`; without a script, since the shell is one. */
export const PREVIEW_STOP_PATH = '/preview/stop';
