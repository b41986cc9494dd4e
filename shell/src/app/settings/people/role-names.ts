import type { MemberRole } from '@pagecast/api/contract';

/** What roles are called, also those of later releases by their own word. */
export const ROLE_NAMES: Readonly<Record<string, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  approver: 'Approver',
} satisfies Record<MemberRole | 'owner', string>;

export const ROLE_RIGHTS: Readonly<Record<MemberRole, string>> = {
  editor: 'Sees what is scheduled on the page, and proposes posts.',
  approver: 'Sees what is scheduled on the page, and approves or rejects proposed posts.',
};
