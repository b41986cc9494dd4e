import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface BuiltDocument {
  readonly json: string;
  readonly etag: string;
  /** HTML by what follows `/api-docs/`; the first page under the empty name. */
  readonly pages: ReadonlyMap<string, string>;
}

const WITHIN_MS = 60_000;

/**
 * The document and its pages, written once a process and when somebody first asks: in a thread, because that takes half
 * a second, and this one publishes posts.
 */
export function builtDocument(about: { publicUrl: string; version: string }): () => Promise<BuiltDocument> {
  let built: Promise<BuiltDocument> | null = null;
  return () => {
    built ??= build(about).catch((error: unknown) => {
      built = null;
      throw error;
    });
    return built;
  };
}

async function build(about: { publicUrl: string; version: string }): Promise<BuiltDocument> {
  const worker = new Worker(new URL('./document.worker.ts', import.meta.url), { workerData: about });
  try {
    const [built] = await once(worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) });
    return built as BuiltDocument;
  } finally {
    await worker.terminate();
  }
}
