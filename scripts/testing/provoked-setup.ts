import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ownErrorsIn } from '../../api/src/features/openapi/errors.ts';
import { PROVOKED_FILE } from '../../api/src/testing/documented.ts';

/** Of two who do it at once one is refused, and which one is nobody's to say. */
const EITHER = ['abortShare 409 conflict', 'promoteShare 409 conflict'];

let run: { readonly project: TestProject; readonly folder: string } | null = null;

/** Gathers which errors of the document the tests of a run have seen. */
export function setup(project: TestProject): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-provoked-'));
  run = { project, folder };
  process.env[PROVOKED_FILE] = path.join(folder, 'errors');
  fs.writeFileSync(process.env[PROVOKED_FILE], '');
}

/** After a run of all tests of the API, none is left that the document tells of and nobody has seen. */
export async function teardown(): Promise<void> {
  if (run === null) return;
  const { project, folder } = run;
  const seen = new Set(fs.readFileSync(path.join(folder, 'errors'), 'utf8').split('\n'));
  fs.rmSync(folder, { recursive: true, force: true });
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(project.vitest.state.getPaths());
  const isWhole = project.config.testNamePattern === undefined && testFiles.every((file) => ran.has(file));
  const unseen = ownErrorsIn().filter((error) => !seen.has(error) && !EITHER.includes(error));
  if (isWhole && unseen.length > 0)
    throw new Error(`No test provokes what own-errors.json tells of:\n${unseen.join('\n')}`);
}
