import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

/** Tests and their tools, statements, what the AI is asked, and what is only read: none of it is shown to anybody. */
const UNSHOWN = /\.(test|d|sql)\.tsx?$|\/testing[./]|repository\.ts$|prompt\.ts$|\/db\/(migrations|old-sentences)\//;

/** The sources of everything that people read, by name and in its order. */
export function productSources(): Record<string, string> {
  const files = fs.globSync('{api,shell,mf-*}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !UNSHOWN.test(file));
  return Object.fromEntries(files.sort().map((file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')]));
}
