import * as z from 'zod/mini';
import { Count, Done, Instant, limited, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { Passport } from './passports.ts';
import { RobotState } from './robots.ts';

/**
 * Major of the wire contract and of `HostApi`. The shell refuses a remote of another major before it loads its code.
 */
export const CONTRACT_VERSION = 1;

const Integrity = z.object({ manifest: z.string(), entry: z.string() });

/**
 * The name of the manifest of a container that needs nothing but what pages share. Under another name a manifest may
 * say that its container needs a runtime of federation first.
 */
export const PLAIN_MANIFEST = 'container.json';

/** Whether a page may start the container beside this manifest without having read it. */
export const isPlainContainer = (manifestUrl: string): boolean => manifestUrl.endsWith(`/${PLAIN_MANIFEST}`);

/** The shape of a remote's name: `mf_` and its words, as in mf_history or mf_post_ideas. */
export const REMOTE_NAME_SHAPE = 'mf(?:_[a-z][a-z0-9]*)+';
export const RemoteName = limited(
  64,
  z.regex(new RegExp(`^${REMOTE_NAME_SHAPE}$`), 'Must be the name of a remote, such as mf_history'),
);

/** The shape of an address that a remote may serve. */
export const REMOTE_PATH_SHAPE = String.raw`\/(?!\/)[\w\-./$]{0,199}`;

/** The host, by its name in the registry: it has versions there as every area has. */
export const SHELL = 'shell';
/** What is released and rolled back: an area, or the shell. */
export const ReleasedName = limited(
  64,
  z.regex(
    new RegExp(`^(?:${SHELL}|${REMOTE_NAME_SHAPE})$`),
    'Must be the name of an area, such as mf_history, or shell',
  ),
);

const NUMBER = String.raw`[+-]?(?:(?:\d+\.\d*|\.\d+)(?!\d)|\d+(?![\d.]))[\s,]*`;
const FLAG = String.raw`[01][\s,]*`;
/**
 * The `d` of an SVG path: each command with as many numbers as it takes, so that none of it is a stray line of one that
 * was cut.
 */
export const PATH_DATA = new RegExp(
  String.raw`^(?=[Mm])(?:[MmLlTt]\s*(?:${NUMBER}${NUMBER})+|[HhVv]\s*(?:${NUMBER})+|[Cc]\s*(?:(?:${NUMBER}){6})+|` +
    String.raw`[SsQq]\s*(?:(?:${NUMBER}){4})+|[Aa]\s*(?:(?:${NUMBER}){3}${FLAG}${FLAG}${NUMBER}${NUMBER})+|` +
    String.raw`[Zz][\s,]*)+$`,
);
const PathData = limited(2000, z.regex(PATH_DATA, 'Must be the data of an SVG path, such as M3 3v5h5'));

/** What an area offers by name in the palette and by keys, known without loading it. */
const Command = z.object({
  title: text(60),
  /** One of the remote's paths, with what is asked of it. */
  to: limited(200, z.regex(/^\/(?!\/)[\w\-/]*(?:\?[\w\-=&%.]*)?$/, 'Must be an address such as /history?q=bread')),
  /** What finds it beside its title. */
  keywords: z.optional(limited(200)),
  /** Two keys, one after the other. */
  shortcut: z.optional(z.string().check(z.regex(/^[a-z] [a-z0-9]$/, 'Must be two keys, such as g h'))),
  adminOnly: z.optional(z.boolean()),
});
export const Commands = z.array(Command).check(z.maxLength(20));

export const NavEntry = z.object({
  to: z.string(),
  label: z.string(),
  /** For shells from before `iconPath`: the name of a lucide icon. */
  icon: z.string(),
  /** The icon, as lines 2 wide on a field of 24 by 24. */
  iconPath: z.optional(PathData),
  order: z.number(),
  /**
   * Other screens of the remote: each has a title of its own, and no place in the sidebar. Shells from before them show
   * the remote's first entry.
   */
  unlisted: z.optional(z.array(z.object({ to: z.string(), label: z.string() }))),
  /**
   * Shells from before them leave them out. Changed by hand to what cannot be read, they are lost, and the entry stays.
   */
  commands: z.optional(z.catch(Commands, [])),
});
export type NavEntry = z.infer<typeof NavEntry>;

/**
 * What a remote says of itself in its `src/area.ts`: its build registers it, and its screens and tours are typed by its
 * paths.
 */
export interface Area {
  /** Of its development server: the same always, for the address of an override. */
  readonly devPort: number;
  readonly paths: readonly string[];
  readonly nav: readonly NavEntry[];
}
export type PathOf<A extends Area> = A['paths'][number];

export const RemoteRelease = z.object({
  name: z.string(),
  version: z.string(),
  manifestUrl: z.string(),
  /** sha384 of manifest and entry, as `integrity` attributes have it. */
  integrity: Integrity,
  contract: z.number(),
  paths: z.array(z.string()),
  nav: z.array(NavEntry),
  /** The release before this one, to fall back on. */
  previous: z.nullable(
    z.object({
      version: z.string(),
      manifestUrl: z.string(),
      integrity: Integrity,
      passport: z.optional(Passport),
    }),
  ),
  /** Whose it is; in products that check it. */
  passport: z.optional(Passport),
  /**
   * Where a developer has it from, in place of a release, with no hash to check it by; only in a page whose person
   * asked for it and confirmed it.
   */
  override: z.optional(z.string()),
});
export type RemoteRelease = z.infer<typeof RemoteRelease>;

/** The host's own addresses, which no remote may serve. */
export const HOST_PATHS = [
  '/dashboard',
  '/settings',
  '/preview',
  '/unauthorized',
  '/privacy-policy',
  '/terms-of-service',
  '/user-data-deletion',
  '/app-review-demo',
] as const;
export type HostPath = (typeof HOST_PATHS)[number];

/** Of the remote that administrators alone may load. Source: spec section 2. */
export const ADMIN_PATHS = ['/admin', '/admin-panel'] as const;

/** The version of what a developer has on their machine. */
export const OVERRIDE_VERSION = 'override';

/** The remotes this visitor may load; the admin remote only for admins. */
export const listRemotes = endpoint({
  method: 'GET',
  path: '/api/remotes',
  access: 'public',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.object({ remotes: z.array(RemoteRelease) }),
});

/** The steps of a remote's way into a page, in order; the last two are its own code's. */
export const LOAD_PHASES = ['contract', 'manifest', 'entry', 'module', 'import', 'render'] as const;
export type LoadPhase = (typeof LOAD_PHASES)[number];

export const Version = limited(100, z.regex(/^\w[\w.+-]{0,99}$/, 'Must be a version'));

/** How a remote arrived in a page, or at which step it did not. */
export const reportRemoteLoad = endpoint({
  method: 'POST',
  path: '/api/telemetry/remotes',
  access: 'public',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: z.strictObject({
    name: RemoteName,
    version: Version,
    /** The step that failed; null when it came. */
    phase: z.nullable(z.enum(LOAD_PHASES)),
    /** From the first request to the end, in ms. */
    durationMs: z.number().check(z.gte(0), z.lte(600_000)),
    /** What went wrong, for the log. */
    message: z.optional(limited(500)),
  }),
  response: Done,
});

/** How a remote arrived in pages in the last 24 hours. */
const LoadHealth = z.object({
  loads: z.number(),
  failures: z.number(),
  /** 95 of 100 loads were faster; null without loads. */
  p95Ms: z.nullable(z.number()),
  /** The step that failed most often; null without failures. */
  failedAt: z.optional(z.nullable(z.enum(LOAD_PHASES))),
});
export type LoadHealth = z.infer<typeof LoadHealth>;

const KnownRelease = z.object({
  version: z.string(),
  gitCommit: z.nullable(z.string()),
  /** Came with the product, or released by its team. */
  source: z.enum(['built-in', 'released']),
  /** `previous` is the one that pages fall back on. */
  status: z.enum(['current', 'previous', 'retired']),
  isTakenBack: z.boolean(),
  /**
   * Newer than what is current, and nobody was given it so far: staged by its team, or a build of the product that
   * waits for the team.
   */
  isWaiting: z.optional(z.boolean()),
  /** The origin that pages load it from, where that is not our own. */
  host: z.optional(z.nullable(z.string())),
  createdAt: Instant,
  /** Whether pages run it: what came with the product they do; `unchecked` where the product has no `RELEASE_KEYS`. */
  trust: z.optional(z.enum(['unchecked', 'built-in', 'signed', 'unsigned'])),
  /** The name of the key that signed it. */
  signedBy: z.optional(z.nullable(z.string())),
  /** What built it from which lockfile, as its builder says. */
  builder: z.optional(z.nullable(z.string())),
  lockfile: z.optional(z.nullable(z.string())),
  /** Whether there is a list of its parts. */
  hasParts: z.optional(z.boolean()),
  /** Of this version alone. */
  health: z.optional(LoadHealth),
  /** null: nobody said, as of what came with the product. */
  robot: z.optional(z.nullable(RobotState)),
  /** Nobody gets it before its robot passed, unless an administrator says so. */
  needsRobot: z.optional(z.boolean()),
});

/** An area, or the shell, with every version that can be made current, the newest first, and how it arrived. */
export const RemoteState = z.object({
  name: z.string(),
  label: z.string(),
  /** How often it has been moved: to be sent along with a move, so that nobody moves what they have not seen. */
  revision: z.number(),
  movedAt: z.nullable(Instant),
  releases: z.array(KnownRelease),
  /** Nobody had anything of it before: to go back is to take it from everybody. Left out by older products. */
  mayWithdraw: z.optional(z.boolean()),
  /** Of all its versions together. */
  health: LoadHealth,
});
export type RemoteState = z.infer<typeof RemoteState>;

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/admin/releases',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(RemoteState),
});

/** What people get in place of what they had; empty: nobody has the area any more. Older areas take no null for it. */
export const Moved = z.object({ from: z.nullable(z.string()), to: z.string() });

/** Makes a known version current; null is the one before, and where there was none, nobody has the area any more. */
export const moveRelease = endpoint({
  method: 'POST',
  path: '/api/admin/releases/:name/current',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: z.strictObject({ name: ReleasedName }),
  query: none,
  body: z.strictObject({
    version: z.nullable(Version),
    revision: Count,
    /** Also where its robot did not pass. */
    withoutRobot: z.optional(z.boolean()),
  }),
  response: Moved,
});
