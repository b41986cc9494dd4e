import * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import {
  AUDIT_CHAIN_PATH,
  AUDIT_EXPORT_PATH,
  AuditFilter,
  DATA_DELETION_PATH,
  dataExportFilePath,
  DEAUTHORIZE_PATH,
  Done,
  EMBED_FRAME_PATH,
  ErrorBody,
  EVENTS_AFTER,
  EVENTS_PATH,
  MEDIA_UPLOADS_PATH,
  PAGE_MONTH_EXPORT_PATH,
  PageMonthExport,
  PROFILE_PICTURE_PATH,
  SHEET_EXPORT_PATH,
  SHEET_TEMPLATE_PATH,
  SheetExportQuery,
} from '../../contract/index.ts';
import { byPage } from '../../contract/ids.ts';
import { SHARED_ERRORS } from './shared-errors.ts';
import { OPENAPI_PATH } from './paths.ts';

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete' | 'options';

/** A call that answers bytes, or without an end, and so is none of the contract. */
interface PlainCall {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly operation: ZodOpenApiOperationObject;
}

interface Facts {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** What is answered; null for nothing. */
  readonly answers: Readonly<Record<number, string | z.core.$ZodType | null>>;
  readonly refusals: readonly number[];
  readonly requestParams?: ZodOpenApiOperationObject['requestParams'];
  readonly requestBody?: ZodOpenApiOperationObject['requestBody'];
  readonly isPublic?: true;
}

const MEDIA_ID = z.object({ id: z.string().meta({ description: 'The id of a file.' }) });
const TUS = z.object({ 'tus-resumable': z.literal('1.0.0') });
const SIGNED_REQUEST: ZodOpenApiOperationObject['requestBody'] = {
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: z.object({ signed_request: z.string() }) } },
};
const PROTOCOL = 'The tus protocol, version 1.0.0, with creation and termination: see tus.io.';

export const PLAIN_CALLS: readonly PlainCall[] = [
  plain('get', OPENAPI_PATH, {
    tag: 'status',
    summary: 'This document',
    answers: { 200: 'application/json', 304: null },
    refusals: [],
    isPublic: true,
  }),
  plain('get', EVENTS_PATH, {
    tag: 'status',
    summary: 'Changes, as they happen',
    description:
      'Server-sent events without an end: the families of what changed, and a sign of life every few seconds. ' +
      'A token needs the scope read, and hears of what it may read on its pages.',
    answers: { 200: 'text/event-stream' },
    refusals: [401, 403, 429],
    requestParams: {
      query: z.object({
        [EVENTS_AFTER]: z.optional(z.string().meta({ description: 'The id of the last event seen.' })),
      }),
    },
  }),
  plain('get', '/api/media/{id}', {
    tag: 'media',
    summary: 'The bytes of a file',
    answers: { 200: 'application/octet-stream', 206: 'application/octet-stream', 304: null },
    refusals: [401, 404],
    requestParams: { path: MEDIA_ID },
  }),
  plain('get', '/api/media/{id}/thumbnail', {
    tag: 'media',
    summary: 'A file as a small image',
    answers: { 200: 'image/webp', 304: null },
    refusals: [401, 404],
    requestParams: { path: MEDIA_ID },
  }),
  plain('post', MEDIA_UPLOADS_PATH, {
    tag: 'media',
    summary: 'Begin an upload in parts',
    description: PROTOCOL,
    answers: { 201: null },
    refusals: [400, 401, 403, 413],
    requestParams: {
      header: z.object({ ...TUS.shape, 'upload-length': z.string(), 'upload-metadata': z.optional(z.string()) }),
    },
  }),
  plain('options', MEDIA_UPLOADS_PATH, {
    tag: 'media',
    summary: 'What uploads in parts can do',
    description: PROTOCOL,
    answers: { 204: null },
    refusals: [401],
  }),
  plain('head', `${MEDIA_UPLOADS_PATH}/{id}`, {
    tag: 'media',
    summary: 'How much of an upload has come',
    description: PROTOCOL,
    answers: { 200: null },
    refusals: [401, 404],
    requestParams: { path: MEDIA_ID, header: TUS },
  }),
  plain('patch', `${MEDIA_UPLOADS_PATH}/{id}`, {
    tag: 'media',
    summary: 'Send a part of an upload',
    description: PROTOCOL,
    answers: { 204: null },
    refusals: [400, 401, 403, 404, 413, 415],
    requestParams: { path: MEDIA_ID, header: z.object({ ...TUS.shape, 'upload-offset': z.string() }) },
    requestBody: {
      required: true,
      content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  }),
  plain('delete', `${MEDIA_UPLOADS_PATH}/{id}`, {
    tag: 'media',
    summary: 'Give an upload up',
    description: PROTOCOL,
    answers: { 204: null },
    refusals: [401, 403, 404],
    requestParams: { path: MEDIA_ID, header: TUS },
  }),
  plain('get', AUDIT_EXPORT_PATH, {
    ...sheet('audit', 'Export the audit log', [400, 403], AuditFilter),
    description: 'For administrators.',
  }),
  plain('get', AUDIT_CHAIN_PATH, {
    tag: 'audit',
    summary: 'Export the audit log with proof',
    description: 'For administrators. Each line has a hash over itself and the line before; the last one has the head.',
    answers: { 200: 'application/x-ndjson' },
    refusals: [401, 403],
  }),
  plain('get', PAGE_MONTH_EXPORT_PATH, sheet('posts', 'Export a month of a page', [400, 404], PageMonthExport)),
  plain('get', SHEET_EXPORT_PATH, sheet('posts', 'Export posts as a sheet', [400, 429], SheetExportQuery)),
  plain('get', SHEET_TEMPLATE_PATH, sheet('posts', 'A sheet to fill in', [])),
  plain('get', dataExportFilePath('{id}'), {
    tag: 'settings',
    summary: 'The zip of an export of your data',
    description: 'For the person alone: not for tokens, and not while an administrator impersonates them.',
    answers: { 200: 'application/zip', 206: 'application/zip', 304: null },
    refusals: [401, 403, 404],
    requestParams: { path: z.object({ id: z.string().meta({ description: 'The id of an export that is ready.' }) }) },
  }),
  plain('get', PROFILE_PICTURE_PATH, {
    tag: 'session',
    summary: 'Your profile photo',
    answers: { 200: 'image/*' },
    refusals: [401, 404],
  }),
  plain('get', '/api/facebook-pages/{id}/picture', {
    tag: 'pages',
    summary: 'The profile photo of a page',
    answers: { 200: 'image/*', 204: null },
    refusals: [401, 404],
    requestParams: { path: byPage as unknown as z.ZodObject },
  }),
  plain('get', EMBED_FRAME_PATH, {
    tag: 'oembed',
    summary: 'The frame that embeds are shown in',
    answers: { 200: 'text/html' },
    refusals: [],
    isPublic: true,
  }),
  plain('post', DATA_DELETION_PATH, {
    tag: 'account',
    summary: "Facebook's request to delete somebody's data",
    answers: { 200: z.object({ url: z.string(), confirmation_code: z.string() }) },
    refusals: [400],
    requestBody: SIGNED_REQUEST,
    isPublic: true,
  }),
  plain('post', DEAUTHORIZE_PATH, {
    tag: 'account',
    summary: "Facebook's word that somebody took their permission back",
    answers: { 200: Done },
    refusals: [400],
    requestBody: SIGNED_REQUEST,
    isPublic: true,
  }),
];

/** A file of rows, for whoever is logged in. */
function sheet(tag: string, summary: string, refusals: readonly number[], query?: z.core.$ZodType): Facts {
  return {
    tag,
    summary,
    answers: { 200: 'text/csv' },
    refusals: [401, ...refusals],
    ...(query === undefined ? {} : { requestParams: { query: query as z.ZodObject } }),
  };
}

function plain(method: Method, path: `/api/${string}`, facts: Facts): PlainCall {
  const { tag, summary, description, answers, refusals, requestParams, requestBody, isPublic } = facts;
  const successes = Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)]);
  const errors = [...refusals, 500, 503].map((status) => [`${status}`, errorOf(status)]);
  return {
    method,
    path,
    operation: {
      summary,
      ...(description === undefined ? {} : { description }),
      tags: [tag],
      security: isPublic === true ? [] : [{ session: [] }],
      ...(requestParams === undefined ? {} : { requestParams }),
      ...(requestBody === undefined ? {} : { requestBody }),
      responses: Object.fromEntries([...successes, ...errors]) as ZodOpenApiOperationObject['responses'],
    },
  };
}

function answerOf(answer: Facts['answers'][number]): object {
  if (answer === null) return { description: 'Nothing more.' };
  const [type, schema] = typeof answer === 'string' ? [answer, {}] : ['application/json', answer];
  return { description: 'As asked.', content: { [type]: { schema } } };
}

function errorOf(status: number): object {
  const { description, code, message } = SHARED_ERRORS[status] ?? { description: '', code: '', message: '' };
  return {
    description,
    content: { 'application/json': { schema: ErrorBody, example: { message, error: message, code } } },
  };
}
