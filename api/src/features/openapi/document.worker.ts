/** Writes the document of our calls, and its pages, as a thread. */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { BuiltDocument } from './built-document.ts';
import { openApiDocument } from './document.ts';
import { pagesOf } from './pages.ts';

const document = openApiDocument(workerData as { publicUrl: string; version: string });
const json = JSON.stringify(document);
const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
parentPort?.postMessage({ json, etag, pages: pagesOf(document) } satisfies BuiltDocument);
