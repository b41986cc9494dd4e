import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestSandbox, type TestPage, type TestSandbox } from './testing.ts';

/** One sandbox for the tests of a file, there from before the first of them until after the last. */
export function setUpSandbox(): TestSandbox {
  const sandbox = {} as TestSandbox;
  beforeAll(async () => {
    Object.assign(sandbox, await startTestSandbox());
  });
  afterAll(() => sandbox.close());
  return sandbox;
}

/** One sandbox for the tests of a file, at its seed before each of them, and the manager's first page. */
export function setUpSeededSandbox(): { readonly sandbox: TestSandbox; readonly page: TestPage } {
  const sandbox = setUpSandbox();
  const page = {} as TestPage;
  beforeEach(async () => {
    await sandbox.control('POST', '/reset');
    Object.assign(page, await sandbox.page());
  });
  return { sandbox, page };
}
