import path from 'node:path';
import { installedPackage, packageManifest } from '../build/installed-package.ts';
import { ROOT } from '../paths.ts';
import { PACKED } from './packages.ts';

/** Where what a package needs is installed, if not for itself. */
const ELSEWHERE = ['.', 'api', 'shell', 'mf-dashboard'];

/**
 * The versions of packages as they are installed here; of those that are packed, as they are packed. Names that are no
 * package are left out.
 * @param of the package here that needs them
 * @param prefix of a range, such as `^`
 */
export function versionsOf(names: readonly string[], of: string, prefix: '' | '^'): Record<string, string> {
  const versions: Record<string, string> = {};
  for (const name of names) {
    const packed = PACKED.find((one) => one.name === name);
    const found = [of, ...ELSEWHERE].map((place) => installedPackage(name, path.join(ROOT, place)));
    const installed = found.find((one) => one !== null);
    if (packed !== undefined) versions[name] = `^${packageManifest(path.join(ROOT, packed.of)).version}`;
    else if (installed) versions[name] = `${prefix}${installed.manifest.version}`;
  }
  return versions;
}
