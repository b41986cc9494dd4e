import { remoteConfig } from '../scripts/build/rspack.remote.ts';

export default remoteConfig(import.meta.dirname);
