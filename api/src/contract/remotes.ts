import * as z from 'zod/mini';
import { endpoint, none } from './endpoint.ts';

/** Major of the wire contract and of `HostApi`. The shell refuses a remote of another major before it loads its code. */
export const CONTRACT_VERSION = 1;

const Integrity = z.object({ manifest: z.string(), entry: z.string() });

/** A sidebar entry; `icon` is the name of a lucide icon. */
export const NavEntry = z.object({ to: z.string(), label: z.string(), icon: z.string(), order: z.number() });
export type NavEntry = z.infer<typeof NavEntry>;

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
  previous: z.nullable(z.object({ version: z.string(), manifestUrl: z.string(), integrity: Integrity })),
});
export type RemoteRelease = z.infer<typeof RemoteRelease>;

/** The remotes this visitor may load; the admin remote only for admins. */
export const listRemotes = endpoint({
  method: 'GET', path: '/api/remotes', access: 'public', resource: 'remotes', touches: [],
  params: none, query: none, body: none, response: z.object({ remotes: z.array(RemoteRelease) }),
});
