/** What of the form is sent: empty fields are omitted, which leaves the key as it is. Source: spec section 5. */
export function readKeys(fields: FormData): { openaiApiKey?: string; fiztechApiKey?: string } {
  const openaiApiKey = String(fields.get('openaiApiKey') ?? '').trim();
  const fiztechApiKey = String(fields.get('fiztechApiKey') ?? '').trim();
  return { ...(openaiApiKey !== '' && { openaiApiKey }), ...(fiztechApiKey !== '' && { fiztechApiKey }) };
}
