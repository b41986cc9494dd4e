import { getInstance, loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Remote } from '../../kit/index.ts';
import { note } from '../visits/notes.ts';
import { areaTrust } from './area-trust.ts';
import { integrityPlugin } from './integrity.ts';
import { remoteHosts } from './registry.ts';
import { remoteLoader } from './remote-loader.ts';
import type { Federation } from './version-arrivals.ts';
import { reportLoad } from './report-load.ts';
import { versionElements } from './version-elements.ts';

const integrity = integrityPlugin(remoteHosts(document));
registerPlugins([integrity.plugin]);
const elements = versionElements(document);
const trust = areaTrust(document);
/** Whether each remote may run in the version that it was registered with last. */
const checks = new Map<string, Promise<void> | null>();

const federation: Federation = {
  register(name, files) {
    checks.set(name, trust.check(name, files));
    integrity.expect(files);
    elements.expect(name, files);
    // A name that failed, or has a new version, is otherwise kept as it was, silently. `force` does the same, and warns
    // of it each time.
    const host = getInstance();
    const known = host?.options.remotes.find((remote) => remote.name === name);
    if (known !== undefined) host?.remoteHandler['removeRemote'](known);
    registerRemotes([{ name, entry: new URL(files.manifestUrl, location.href).href }]);
  },
  async load(name) {
    const check = checks.get(name);
    if (check) await check;
    const found = await loadRemote<{ remote: Remote }>(`${name}/remote`);
    if (found === null) throw new Error(`${name} exposes no remote`);
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

/** One for the page: React may start rendering an area several times before it shows it. */
export const remotes = remoteLoader(federation, {
  report: reportLoad,
  seen: (name, version) => note({ kind: 'view', name, version }),
});
