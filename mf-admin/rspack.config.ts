import { remoteConfig } from '../scripts/rspack.remote.ts';

export default remoteConfig(import.meta.dirname);
