/**
 * Switches of the sandbox (`PUT /__sandbox/switches`): where Facebook's behaviour is not documented, the stricter
 * reading is the default.
 */
export interface Settings {
  /** Oldest version still usable: an older one in the path is served by this one. */
  oldestVersion: string;
  /** Adds the oEmbed fields removed in 2025. */
  legacyOembed: boolean;
  /** How long a video or reel is processed after `finish`, by the sandbox clock. */
  processingMs: number;
  photoMaxBytes: number;
  /** Largest part a chunked upload is asked for. */
  chunkBytes: number;
  /** Every server call must carry `appsecret_proof`. */
  requireProof: boolean;
  /** Accept `max_tokens` and any `temperature` for models that refuse them. */
  openaiLenient: boolean;
  /** Models take orders from all that no fence holds, as the worst of them do. */
  openaiObeys: boolean;
  /** Pause between two pieces of a streamed text. */
  openaiPieceMs: number;
  /** Pages keep stories that are over, and list them as such. */
  storyArchive: boolean;
  shortTokenMinutes: number;
}

export const DEFAULT_SETTINGS: Settings = {
  oldestVersion: 'v21.0',
  legacyOembed: false,
  processingMs: 1000,
  photoMaxBytes: 4 * 1024 * 1024,
  chunkBytes: 50 * 1024 * 1024,
  requireProof: false,
  openaiLenient: false,
  openaiObeys: false,
  openaiPieceMs: 8,
  storyArchive: false,
  shortTokenMinutes: 120,
};

export const NEWEST_VERSION = 'v26.0';
