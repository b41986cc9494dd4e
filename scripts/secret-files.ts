/** Comes before every command: secrets that lie in files are filled in once, for it and for what it starts. */
import { takeSecretFiles } from '../api/src/config/secret-files.ts';
import { fail } from './lifecycle.ts';

try {
  takeSecretFiles(process.env);
} catch (error) {
  fail(`These variables cannot be used:\n${(error as Error).message}`);
}
