import { shellConfig } from '../scripts/rspack.shell.ts';

export default shellConfig(import.meta.dirname);
