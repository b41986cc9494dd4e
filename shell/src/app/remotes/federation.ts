import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Remote } from '../../kit/index.ts';
import { integrityPlugin } from './integrity.ts';
import { remoteHosts } from './registry.ts';
import { remoteLoader, type Federation } from './remote-loader.ts';
import { reportLoad } from './report-load.ts';

const integrity = integrityPlugin(remoteHosts(document));
registerPlugins([integrity.plugin]);

const federation: Federation = {
  register(name, files) {
    integrity.expect(files);
    // Force: a name that failed, or has a new version, is otherwise kept as it was, silently.
    registerRemotes([{ name, entry: new URL(files.manifestUrl, location.href).href }], { force: true });
  },
  async load(name) {
    const found = await loadRemote<{ remote: Remote }>(`${name}/remote`);
    if (found === null) throw new Error(`${name} exposes no remote`);
    return found;
  },
  phaseOf: integrity.phaseOf,
};

/** One for the page: React may start rendering an area several times before it shows it. */
export const remotes = remoteLoader(federation, { report: reportLoad });
