import * as z from 'zod/mini';
import { byId, Count, Done, Instant, limited, list, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { Passport } from './passports.ts';
import { Moved, ReleasedName, SHELL, Version } from './remotes.ts';
import { ROBOT_NOTE_LENGTH, RobotState } from './robots.ts';
import { TOKEN_LIFE } from './token-life.ts';

/** What the holder of a token may do with an area: add versions, make newer ones current, go back to older ones. */
export const RELEASE_RIGHTS = ['stage', 'move', 'rollback'] as const;
export type ReleaseRight = (typeof RELEASE_RIGHTS)[number];

/** An area by its folder or by its container, mf-history or mf_history; or the shell. */
export const ReleasedArea = z.pipe(
  limited(
    64,
    z.regex(
      new RegExp(`^(?:${SHELL}|mf(?:[_-][a-z][a-z0-9]*)+)$`),
      'Must be the name of an area, such as mf-history, or shell',
    ),
  ),
  z.transform((area: string) => area.replaceAll('-', '_')),
);

export const ReleaseToken = z.object({
  id: z.number(),
  name: z.string(),
  /** As the registry has it, such as mf_history or shell. */
  area: z.string(),
  rights: z.array(z.enum(RELEASE_RIGHTS)),
  ...TOKEN_LIFE,
});
export type ReleaseToken = z.infer<typeof ReleaseToken>;

export const listReleaseTokens = endpoint({
  method: 'GET',
  path: '/api/admin/release-tokens',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(ReleaseToken),
});

/** The token itself is in this answer and nowhere else. */
export const createReleaseToken = endpoint({
  method: 'POST',
  path: '/api/admin/release-tokens',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: none,
  query: none,
  body: z.strictObject({
    name: text(100),
    area: ReleasedArea,
    rights: list(z.enum(RELEASE_RIGHTS), RELEASE_RIGHTS.length).check(z.minLength(1, 'Choose at least one right')),
    expiresAt: z.optional(z.nullable(Instant)),
  }),
  response: z.extend(ReleaseToken, { token: z.string() }),
  success: 201,
});

export const deleteReleaseToken = endpoint({
  method: 'DELETE',
  path: '/api/admin/release-tokens/:id',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});

/** What one release may hold: some ten times what the largest area has. */
export const MAX_RELEASE_FILES = 500;
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
export const MAX_RELEASE_BYTES = 64 * 1024 * 1024;

/** SHA-384 in hex: a file goes by it on its way. */
const FileHash = limited(96, z.regex(/^[0-9a-f]{96}$/, 'Must be a SHA-384 in hex'));
const Bytes = z.int().check(z.positive(), z.lte(MAX_FILE_BYTES));
const SentFile = z.strictObject({ hash: FileHash, bytes: Bytes });
export type SentFile = z.infer<typeof SentFile>;

/** The file in which a build describes itself. */
export const RELEASE_DESCRIPTION = 'release.json';

/** The shell's page, in its folder. */
export const SHELL_PAGE = 'index.html';
/**
 * Relative to the folder of the version, part by part of letters that every disk and address takes. What browsers would
 * show as a page of ours is not among the kinds, but for the shell's own page.
 */
export const RELEASED_PATH =
  /^index\.html$|^(?:[\w-][\w.-]*\/){0,8}[\w-][\w.-]*\.(?:(?:js|css|json|map|svg|txt)(?:\.br)?|png|jpe?g|gif|webp|avif|ico|woff2?|wasm)$/;
const ReleasedFile = z.extend(SentFile, {
  path: limited(200, z.regex(RELEASED_PATH, 'Must be the name of a script, style, font, image, source map or text')),
});
export type ReleasedFile = z.infer<typeof ReleasedFile>;

const area = z.strictObject({ name: ReleasedName });
/** How often the area had been moved when the caller looked; null: whatever has happened since. */
const revision = z.optional(z.nullable(Count));
/** Why a version is given to people although no robot passed. */
export const withoutRobot = z.optional(z.nullable(text(ROBOT_NOTE_LENGTH)));

/** Where a build comes from, as its builder says. */
export const Provenance = z.strictObject({
  commit: z.optional(z.nullable(limited(64, z.regex(/^[0-9a-f]{7,64}$/, 'Must be a commit')))),
  /** It was built from more than the commit. */
  isDirty: z.optional(z.boolean()),
  /** Where to read about the run that built it. */
  ciRun: z.optional(z.nullable(limited(300))),
  /** SHA-256 of the lockfile, in hex. */
  lockfile: z.optional(z.nullable(limited(64, z.regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in hex')))),
  /** What built it, such as Node 26.10.0 and Rspack 2.3.2. */
  builder: z.optional(z.nullable(limited(200))),
});
export type Provenance = z.infer<typeof Provenance>;

/** What a key signs beside manifest and entry, as JSON. */
export const SignedDetails = z.object({
  provenance: Provenance,
  /** Every file that was sent, with its SHA-384 in hex. */
  files: z.record(z.string(), z.string()),
  /** SHA-256 of the list of parts, in base64. */
  parts: z.nullable(z.string()),
});
export type SignedDetails = z.infer<typeof SignedDetails>;

/** What a version is made of, as a CycloneDX document. */
export const readReleaseParts = endpoint({
  method: 'GET',
  path: '/api/admin/releases/:name/versions/:version/parts',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: z.strictObject({ name: ReleasedName, version: Version }),
  query: none,
  body: none,
  response: z.looseObject({ bomFormat: z.literal('CycloneDX') }),
});

/** How the area of the caller's token stands. */
export const readReleasedArea = endpoint({
  method: 'GET',
  path: '/api/releases/:name',
  access: 'release-token',
  resource: 'remotes',
  touches: [],
  params: area,
  query: none,
  body: none,
  response: z.object({
    revision: z.number(),
    current: z.nullable(z.string()),
    /** All that can be made current, the newest first. */
    versions: z.array(z.string()),
    /** By the version; null: nobody said. */
    robots: z.optional(z.record(z.string(), z.nullable(RobotState))),
  }),
});

/** Tells which files of a release are not there yet, and from which byte on; files of earlier versions are there. */
export const planRelease = endpoint({
  method: 'POST',
  path: '/api/releases/:name/files',
  access: 'release-token',
  resource: 'remotes',
  touches: [],
  params: area,
  query: none,
  body: z.strictObject({ files: list(SentFile, MAX_RELEASE_FILES) }),
  response: z.object({ missing: z.array(z.object({ hash: z.string(), offset: z.number() })) }),
});

/** Sends a file, or what is left of it where a line dropped. */
export const sendReleaseFile = endpoint({
  method: 'PATCH',
  path: '/api/releases/:name/files/:hash',
  access: 'release-token',
  resource: 'remotes',
  touches: [],
  params: z.strictObject({ name: ReleasedName, hash: FileHash }),
  query: z.strictObject({ offset: numeric(Count), bytes: numeric(Bytes) }),
  body: none,
  response: z.object({ offset: z.number() }),
  takesFile: true,
});

/** Adds a version whose files are there, once browsers would get them as they were built. */
export const releaseVersion = endpoint({
  method: 'POST',
  path: '/api/releases/:name/versions',
  access: 'release-token',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  body: z.extend(Provenance, {
    files: list(ReleasedFile, MAX_RELEASE_FILES),
    /** Everybody gets it, it waits for somebody to make it current, or nothing is left of it. */
    as: z.enum(['current', 'staged', 'trial']),
    revision,
    /** The host that pages load it from, which has its files already; null: Pagecast itself. */
    baseUrl: z.optional(z.nullable(limited(500))),
    /** Of a version that is signed. `SignedDetails` are what its `details` are the hash of, to the letter. */
    passport: z.optional(z.nullable(Passport)),
    signedDetails: z.optional(z.nullable(limited(300_000))),
    /** What it is made of, as a CycloneDX document in JSON. */
    parts: z.optional(z.nullable(limited(400_000))),
    /**
     * `first`: its smoke journey comes before anybody gets it, so that it is registered alone, also `as` current. Left
     * out by older clients.
     */
    robot: z.optional(z.literal('first')),
    withoutRobot,
    /** Why it is released although others do not get along with it. For administrators, on Pagecast's own machine. */
    breaking: z.optional(z.nullable(text(500))),
  }),
  response: z.object({
    version: z.string(),
    /** What it took the place of, or would. */
    from: z.nullable(z.string()),
    /** So many files come to browsers as they were built. */
    checkedFiles: z.number(),
  }),
  success: 201,
});

/**
 * What the last versions of all areas, and of the shell, use of each other, of the kit and of our calls: whoever
 * changes one of these compares with it first.
 */
export const listReleasedUses = endpoint({
  method: 'GET',
  path: '/api/releases/:name/uses',
  access: 'release-token',
  resource: 'remotes',
  touches: [],
  params: area,
  query: none,
  body: none,
  response: z.array(z.object({ name: z.string(), version: z.string(), uses: z.record(z.string(), z.unknown()) })),
});

/** Makes a known version current; null is the one before, and where there was none, nobody has the area any more. */
export const moveReleasedArea = endpoint({
  method: 'POST',
  path: '/api/releases/:name/current',
  access: 'release-token',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: area,
  query: none,
  body: z.extend(Provenance, { version: z.nullable(Version), revision, withoutRobot }),
  response: Moved,
});

/** As it stands in an address. */
function numeric<T extends z.ZodMiniType<number, number>>(number: T) {
  return z.pipe(
    z.union([z.number(), limited(15, z.regex(/^\d{1,15}$/, 'Must be a whole number'))]),
    z.pipe(z.transform(Number), number),
  );
}
