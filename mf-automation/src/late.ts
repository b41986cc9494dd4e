/** What comes with its first use, in one file: each file has a place in the list that everybody loads first. */
export { InboxScreen } from './inbox/inbox-screen.tsx';
export { ChangeManyDialog } from './pages/change-many-dialog.tsx';
export { QueueDialogs } from './queue/queue-dialogs.tsx';
export { ApprovalRule } from './pages/approval-rule.tsx';
export { DisclosureField } from './pages/disclosure-field.tsx';
export { UnreadDialog } from './review/unread-dialog.tsx';
