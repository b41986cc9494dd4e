import type { ParameterizedContext } from 'koa';
import type { Incoming } from './media-store.ts';

type Service = 'graph' | 'openai' | 'fiztech';

/** A null text leaves the AI its own. */
export interface AiAnswer {
  text: string | null;
  refusal: string | null;
  finishReason: 'stop' | 'length' | 'content_filter';
}

/** Changes that faults ask of one request, for the code that serves it. */
interface Tweaks {
  /** New objects stay invisible this long; a read with it does not see what is younger. */
  readLagMs: number;
  droppedPages: string[];
  pageNames: Record<string, string>;
  emptyFirstPage: boolean;
  /** Stop the stream after so many chunks (OpenAI) or bytes (uploads). */
  cutAfter: number | null;
  /** What the AI says instead of its own text; it is billed all the same. */
  aiAnswer: AiAnswer | null;
}

/** What the sandbox knows of one request besides koa's own. */
export interface Exchange {
  service: Service | null;
  /** Query and body, merged; the body wins. Values of JSON bodies keep their type in `json`. */
  params: Record<string, string>;
  json: unknown;
  files: Record<string, Incoming>;
  raw: Incoming | null;
  token: string | null;
  page: string | null;
  effects: string[];
  faults: string[];
  tweaks: Tweaks;
  /** Why the body could not be read; each service says it in its own envelope. */
  unreadable: string | null;
}

export interface SandboxState {
  exchange: Exchange;
}
export type SandboxContext = ParameterizedContext<SandboxState>;

export function newExchange(): Exchange {
  return {
    service: null,
    params: {},
    json: undefined,
    files: {},
    raw: null,
    token: null,
    page: null,
    effects: [],
    faults: [],
    unreadable: null,
    tweaks: { readLagMs: 0, droppedPages: [], pageNames: {}, emptyFirstPage: false, cutAfter: null, aiAnswer: null },
  };
}

/** Which simulated service a path belongs to; null for control calls and pages for people. */
export function serviceOf(path: string): Service | null {
  if (path.startsWith('/v1/')) return 'openai';
  if (/^\/fiztech\/./.test(path)) return 'fiztech';
  if (/^\/(v\d+\.\d+|graph-video|rupload)(\/|$)/.test(path)) return 'graph';
  // Graph without a version: ids, `me` and the few named calls.
  if (/^\/(me|\d{6,}(_\d+)?|upload:[\w:-]+|debug_token|oauth|oembed_\w+|instagram_oembed)(\/|$)/.test(path))
    return 'graph';
  return null;
}

/** Where the caller reached the sandbox; links in answers point there. */
export function originOf(ctx: SandboxContext): string {
  return `http://${ctx.host}`;
}
