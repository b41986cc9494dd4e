import fs from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import * as z from 'zod';
import { isPlainContainer } from '../../contract/remotes.ts';
import { jsonOf } from './built-release.ts';
import { RefusedError } from '../../http/errors.ts';

/** What a shell brings for every area, with versions: `{"react": "19.3.1", "react/jsx-runtime": "19.3.1"}`. */
const SharedPackages = z.record(z.string(), z.string());
export type SharedPackages = z.infer<typeof SharedPackages>;

/**
 * Of the manifest that federation writes: as which container pages start it, and what an area takes from the shell,
 * with the range that it can run with.
 */
const Manifest = z.object({
  name: z.optional(z.string()),
  metaData: z.optional(
    z.object({
      name: z.optional(z.string()),
      globalName: z.optional(z.string()),
      pluginVersion: z.optional(z.unknown()),
    }),
  ),
  shared: z.optional(
    z.array(z.object({ name: z.string(), version: z.optional(z.string()), requiredVersion: z.optional(z.unknown()) })),
  ),
});

/** Every screen is a component of it. */
const INDISPENSABLE = 'react';

interface Area {
  readonly name: string;
  readonly version: string;
  readonly manifestUrl: string;
}

/** @param dist of a shell @returns null for one that does not say */
export async function sharedBy(dist: string): Promise<SharedPackages | null> {
  const text = await fs.readFile(path.join(dist, 'shared.json'), 'utf8').catch(() => null);
  return text === null ? null : SharedPackages.parse(JSON.parse(text));
}

/**
 * Compares what an area was built for with what pages have: federation would refuse the area in every browser.
 * @param manifest text of the area's
 * @throws RefusedError that names the package, both versions and what to do
 */
export function assertFits(area: Area, manifest: string, shell: SharedPackages | null): void {
  const { name, version } = area;
  const read = Manifest.safeParse(jsonOf(manifest));
  if (!read.success) throw new RefusedError(`The manifest of ${name} ${version} can't be read. Build it again.`);
  assertOwnContainer(area, read.data);
  assertKind(area, read.data);
  const { shared } = read.data;
  if (shared === undefined) return;
  const versions = new Map<string, string>();
  for (const { name: module, version: own = '', requiredVersion: range } of shared) {
    const packageName = packageOf(module);
    const other = versions.get(packageName);
    if (other !== undefined && other !== own)
      throw new RefusedError(
        `${name} ${version} is built with ${packageName} ${other} and ${own}, and a page can have one only. ` +
          'Make all its packages use the same version and build it again.',
      );
    versions.set(packageName, own);
    const running = shell?.[module] ?? shell?.[packageName];
    if (running === undefined || typeof range !== 'string' || satisfies(running, range)) continue;
    throw new RefusedError(
      `${name} ${version} needs ${packageName} ${range}, and this Pagecast runs ${packageName} ${running}. ` +
        `Install ${packageName} ${running} for ${name} and build it again, or update Pagecast first.`,
    );
  }
  if (!versions.has(INDISPENSABLE))
    throw new RefusedError(
      `${name} ${version} would bring a ${INDISPENSABLE} of its own, and a page can have one only. ` +
        `Build it with the settings that Pagecast gives, which share ${INDISPENSABLE}.`,
    );
}

/** @throws RefusedError for a build that pages would start in the place of another area */
function assertOwnContainer(area: Area, { name, metaData }: z.infer<typeof Manifest>): void {
  const other = [name, metaData?.name, metaData?.globalName].find((own) => own !== undefined && own !== area.name);
  if (other === undefined) return;
  throw new RefusedError(
    `${area.name} ${area.version} is built as the container ${other}, and pages know what an area is by that name. ` +
      `Build it with the settings that Pagecast gives, which name it ${area.name}.`,
  );
}

/** @throws RefusedError for a build that pages would start without the runtime that it needs */
function assertKind({ name, version, manifestUrl }: Area, { metaData }: z.infer<typeof Manifest>): void {
  if (metaData?.pluginVersion === undefined || !isPlainContainer(manifestUrl)) return;
  throw new RefusedError(
    `${name} ${version} is a container that needs a runtime, and the name of its manifest says that it needs none. ` +
      'Build it with the settings that Pagecast gives.',
  );
}

/**
 * The other way round: compares what a shell brings with what the current areas were built for.
 * @param manifests their texts, by the names of the areas; one that can't be read is passed over
 * @throws RefusedError that names the area, the package, both versions and what to do
 */
export function assertServes(version: string, shell: SharedPackages, manifests: ReadonlyMap<string, string>): void {
  for (const [area, manifest] of manifests) {
    const lack = lackOf(shell, manifest);
    if (lack !== null)
      throw new RefusedError(
        `The shell ${version} brings ${lack.brought}, and ${area} needs ${lack.needed}. ` +
          `Release a version of ${area} first that can run with both.`,
      );
  }
}

/**
 * What an area needs that a shell does not bring, in words; null: it has all.
 * @param manifest text of the area's; one that can't be read needs nothing
 */
export function lackOf(shell: SharedPackages, manifest: string): { brought: string; needed: string } | null {
  for (const { name: module, requiredVersion: range } of Manifest.safeParse(jsonOf(manifest)).data?.shared ?? []) {
    const packageName = packageOf(module);
    const brought = shell[module] ?? shell[packageName];
    if (typeof range !== 'string' || (brought !== undefined && satisfies(brought, range))) continue;
    if (brought === undefined && packageName !== INDISPENSABLE) continue;
    return {
      brought: brought === undefined ? `no ${packageName}` : `${packageName} ${brought}`,
      needed: `${packageName} ${range}`,
    };
  }
  return null;
}

/** `react/jsx-runtime` -> `react`, `@tanstack/react-query` as it is. */
function packageOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

function satisfies(version: string, range: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true });
}
