/** `npm run sandbox`: the simulated Facebook, OpenAI and tech site alone, in the foreground. */
import { dataDirectory } from './paths.ts';

process.env['DATA_DIR'] = dataDirectory();
await import('../api/sandbox/main.ts');
