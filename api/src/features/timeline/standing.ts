import type { Standing } from '../../contract/timeline.ts';
import type { Traces } from './timeline.repository.ts';

/** Who stood for a post when it was let through; null where whoever wrote it put it on the schedule themselves. */
export function standingOf({ approval, proposal, events }: Traces): Standing | null {
  if (approval !== null) {
    const { kind, rule, at, is_changed: isChanged } = approval;
    // A draft becomes a post by the hand of whoever approves it.
    const approver = events.find((event) => event.kind === 'created')?.actor_name ?? null;
    return {
      kind,
      by: kind === 'person' ? approver : (rule?.writtenBy ?? null),
      at: iso(at),
      ruleWrittenAt: rule === null ? null : iso(rule.writtenAt),
      isChanged,
    };
  }
  if (proposal === null || proposal.decided_at === null) return null;
  const { decided_by: by, decided_at: at, token_name: token } = proposal;
  return {
    kind: by === null ? 'token' : 'person',
    by: by ?? token,
    at: iso(at),
    ruleWrittenAt: null,
    isChanged: events.some((event) => event.kind === 'edited' && Date.parse(event.at) > Date.parse(at)),
  };
}

const iso = (stamp: string): string => new Date(stamp).toISOString();
