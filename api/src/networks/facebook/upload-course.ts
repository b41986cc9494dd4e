import { FLAW_WORDS } from '../../problems/english/refusal-words.ts';
import { MediaRefusedError, type GraphError, type GraphTransportError } from '../../facebook/graph-errors.ts';
import type { Checkpoint } from '../target.ts';

/** How far an upload has come, by Facebook's word. */
export interface Course {
  /** The next byte to send. */
  readonly start: number;
  /** The furthest that `start` has been. */
  readonly furthest: number;
  /** How often in a row Facebook named a place that brings the upload no further. */
  readonly stalls: number;
}

const STALLS = 3;

export const AT_THE_BEGINNING: Course = { start: 0, furthest: 0, stalls: 0 };

/**
 * The upload goes on where Facebook says. It may go back for bytes that were lost, but not for ever.
 * @param named by Facebook, not checked yet
 * @throws MediaRefusedError when three times in a row it named the same place, one further back, or none that is in the
 * file
 */
export function goOnAt(course: Course, named: unknown, size: number): Course {
  const start = placeIn(named, size);
  if (start !== null && start > course.furthest) return { start, furthest: start, stalls: 0 };
  if (start !== null && start > course.start) return { ...course, start };
  if (course.stalls + 1 >= STALLS) {
    throw new MediaRefusedError(FLAW_WORDS.stuck, { flaw: 'stuck' });
  }
  return { ...course, start: start ?? course.start, stalls: course.stalls + 1 };
}

/** An upload that an earlier try began goes on at what Facebook holds of it. */
export function takenUpAt(course: Course, named: unknown, size: number): Course {
  const start = placeIn(named, size);
  return start === null
    ? goOnAt(course, named, size)
    : { ...course, start, furthest: Math.max(start, course.furthest) };
}

/** How far it came, as it was noted. */
export function courseIn({ furthest, stalls }: Checkpoint): Course {
  return {
    start: 0,
    furthest: typeof furthest === 'number' ? furthest : 0,
    stalls: typeof stalls === 'number' ? stalls : 0,
  };
}

/** A place in a file of `size` bytes, its end included; null for anything else. */
export function placeIn(named: unknown, size: number): number | null {
  const place = typeof named === 'string' && /^\d{1,15}$/.test(named) ? Number(named) : named;
  return typeof place === 'number' && Number.isSafeInteger(place) && place >= 0 && place <= size ? place : null;
}

/** What an error says about where to go on: an object, or JSON in a string. Empty when it does not. */
export function offsetsIn(error: GraphError | GraphTransportError): {
  readonly start_offset?: unknown;
  readonly end_offset?: unknown;
} {
  const data = 'details' in error ? error.details.data : undefined;
  const offsets = typeof data === 'string' ? parsed(data) : data;
  return typeof offsets === 'object' && offsets !== null ? offsets : {};
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
