import type { AutomationSettings } from '@pagecast/api/contract';
import { useState } from 'react';
import type { Edits } from './page-edits.ts';

type Scopes = Readonly<Record<string, string>>;

/**
 * Content scopes that somebody else saved while another text for the same page is being written here, by page. What is
 * written here would take their place.
 */
export function useOthersScopes({ pageConfigurations }: AutomationSettings, edits: Edits): Scopes {
  /** How each read when its change began. */
  const [begun, setBegun] = useState<Scopes>({});
  const changed = pageConfigurations.filter(({ pageId }) => edits.pages[pageId]?.contentScope !== undefined);
  const present = Object.fromEntries(
    changed.map(({ pageId, contentScope }) => [String(pageId), begun[pageId] ?? contentScope]),
  );
  if (JSON.stringify(present) !== JSON.stringify(begun)) setBegun(present);
  return Object.fromEntries(
    changed
      .filter(({ pageId, contentScope }) => contentScope !== present[pageId])
      .map(({ pageId, contentScope }) => [String(pageId), contentScope]),
  );
}
