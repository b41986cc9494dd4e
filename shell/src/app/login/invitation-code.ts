/** The code of the link that somebody came by, so that they need not type it; null for any other address. */
export function invitationCode(search: string): string | null {
  return new URLSearchParams(search).get('invitation')?.trim() || null;
}
