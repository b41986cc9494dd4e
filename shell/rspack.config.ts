import { shellConfig } from '../scripts/build/rspack.shell.ts';

export default shellConfig(import.meta.dirname);
