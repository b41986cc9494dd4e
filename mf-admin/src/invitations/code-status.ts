import type { InvitationCode } from '@pagecast/api/contract';

export type CodeStatus = 'Active' | 'Inactive' | 'Expired' | 'Used up';

/** What became of a code. Only an active one lets anybody in. */
export function codeStatus(
  code: Pick<InvitationCode, 'isActive' | 'maxUses' | 'currentUses' | 'expiresAt'>,
  now: Date,
): CodeStatus {
  if (code.maxUses !== null && code.currentUses >= code.maxUses) return 'Used up';
  if (code.expiresAt !== null && new Date(code.expiresAt) <= now) return 'Expired';
  return code.isActive ? 'Active' : 'Inactive';
}

export function usesOf({ currentUses, maxUses }: Pick<InvitationCode, 'currentUses' | 'maxUses'>): string {
  return maxUses === null
    ? `${currentUses.toLocaleString('en')} used, unlimited`
    : `${currentUses.toLocaleString('en')} of ${maxUses.toLocaleString('en')} used`;
}
