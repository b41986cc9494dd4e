import { isPlainContainer } from '@pagecast/api/contract';
import type { Remote } from '../../kit/index.ts';
import { note } from '../visits/notes.ts';
import { areaTrust } from './area-trust.ts';
import { integrityGuard } from './integrity.ts';
import { remoteHosts } from './registry.ts';
import { remoteLoader } from './remote-loader.ts';
import type { Federation, Version } from './version-arrivals.ts';
import { reportLoad } from './report-load.ts';
import { shareScope } from './share-scope.ts';
import { versionElements } from './version-elements.ts';

/** What the entry of a remote leaves, whichever plugin of Module Federation made it. */
interface Container {
  init(scope: typeof shareScope): unknown;
  get(exposed: string): Promise<() => { remote: Remote } | undefined>;
}

const integrity = integrityGuard(remoteHosts(document));
const elements = versionElements(document);
const trust = areaTrust(document);
/** The files of each remote that were asked for last, and whether they may run. */
const asked = new Map<string, { readonly files: Version; readonly check: Promise<void> | null }>();

const federation: Federation = {
  register(name, files) {
    asked.set(name, { files, check: trust.check(name, files) });
    integrity.expect(files);
    elements.expect(name, files);
  },
  async load(name) {
    const of = asked.get(name);
    if (of === undefined) throw new Error(`Nobody asked for ${name}`);
    if (of.check) await of.check;
    if (await needsRuntime(of.files)) await import('./federation-runtime.ts');
    const container = (await integrity.runEntry(of.files, name)) as Container | undefined;
    if (container === undefined) throw new Error(`The entry of ${name} leaves no container`);
    await container.init(shareScope);
    const found = (await container.get('./remote'))();
    if (found === undefined) throw new Error(`${name} exposes no remote`);
    return found;
  },
  async prefetch(name, files) {
    // What a developer has on their machine is near, and changes with every edit.
    if (files.override !== undefined) return;
    await trust.check(name, files);
    const { prefetchFiles } = await import('./prefetch-files.ts');
    await prefetchFiles(integrity.manifestOf(files), files.integrity);
  },
  show: elements.show,
  hide: elements.hide,
  giveUp(files, missing) {
    const missingEntry = integrity.giveUp(files);
    elements.takeOut(files, missing ?? missingEntry);
  },
  phaseOf: integrity.phaseOf,
};

/**
 * A container of an earlier day, or of a dev server, works with a runtime that it takes from the page. The plugins that
 * make one say their version in its manifest.
 */
async function needsRuntime(files: Version): Promise<boolean> {
  if (isPlainContainer(files.manifestUrl)) return false;
  const manifest = (await integrity.readManifest(files)) as { metaData?: { pluginVersion?: string } };
  return manifest.metaData?.pluginVersion !== undefined;
}

/** One for the page: React may start rendering an area several times before it shows it. */
export const remotes = remoteLoader(federation, {
  report: reportLoad,
  seen: (name, version) => note({ kind: 'view', name, version }),
});
