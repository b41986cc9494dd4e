import { expect, test } from 'vitest';
import * as contract from '../contract/index.ts';
import { actionOf } from './impersonation.ts';

test.each([
  [contract.createPost, 'posts.create-post'],
  [contract.startImpersonation, 'session.set-mock-user'],
  [contract.stopImpersonation, 'session.clear-mock-user'],
  [contract.editSlot, 'automation.edit-queue-entry'],
  [contract.approveSlot, 'automation.approve-queue-entry'],
  [contract.skipSlot, 'automation.skip-queue-entry'],
])('%o is in the audit log as %s, as it always was', (endpoint, action) => expect(actionOf(endpoint)).toBe(action));
