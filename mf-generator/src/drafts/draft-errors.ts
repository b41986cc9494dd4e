import type { Draft as ServerDraft } from '@pagecast/api/contract';
import { reasonOf, statusOf } from '@pagecast/shell/kit';

/** The draft that a conflict shows. Reads the shape: the error may come from another bundle's copy. */
export function draftIn(error: unknown): ServerDraft | null {
  const body = typeof error === 'object' && error !== null && 'body' in error ? error.body : null;
  return typeof body === 'object' && body !== null && 'draft' in body ? (body.draft as ServerDraft) : null;
}

/** Why a draft is not on the server. */
export function problemOf(error: unknown): string {
  if (statusOf(error) === 0) return navigator.onLine ? "We can't reach Pagecast." : "You're offline.";
  if (statusOf(error) === 401) return "You're logged out here. Log in again to save it.";
  return reasonOf(error, "We couldn't save the draft.");
}
