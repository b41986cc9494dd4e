import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import * as contract from '../../contract/index.ts';
import { ErrorBody } from '../../contract/common.ts';
import { IDEMPOTENCY_HEADER, none, type Endpoint } from '../../contract/endpoint.ts';
import { bytesOf, descriptionOf, summaryOf } from './about-calls.ts';
import { exampleOf } from './examples.ts';
import { errorsOf, type DocumentedError, type Sentences } from './errors.ts';
import { PLAIN_CALLS } from './plain-calls.ts';
import { HOW, nameShapes } from './schemas.ts';
import { SECURITY_SCHEMES, securityOf } from './security-schemes.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Every call of the contract, by its name. */
export const CALLS = Object.entries(contract).flatMap(([name, value]): [string, Endpoint][] =>
  typeof value === 'object' && 'method' in value && 'path' in value ? [[name, value]] : [],
);

const ABOUT = `Every call of this Pagecast server. The server is written from the same declarations.

- **Who calls.** A browser calls with the cookie of its login, from our own pages. Programs send a token as \
\`Authorization: Bearer …\`; what each call needs of it stands beside it. Calls without a scope are not for tokens.
- **Once.** Calls that take \`Idempotency-Key\` do a thing once: the same key again answers the result of the first. \
Make the key from what is meant, so that also a program that starts again says the same.
- **Errors** are \`{message, error, code}\`: a sentence for people, the same again, and a word for programs. Some \
carry more fields. 429 and 503 may say in \`Retry-After\` how many seconds to wait.
- **Growth.** Fields and calls are only added: ignore fields that you don't know.
- **Bodies** are JSON of up to 1 MB, unless said otherwise. Times are ISO 8601 with a zone, in answers always UTC.
- Each answer has an \`x-request-id\`. Name it when you ask for help.`;

/** The contract as OpenAPI 3.1. */
export function openApiDocument({ version, publicUrl }: { version: string; publicUrl: string }): OpenApiDocument {
  nameShapes();
  const said: Refusals = new Map();
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, endpoint] of CALLS) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, said) };
  }
  for (const { path, method, operation } of PLAIN_CALLS) paths[path] = { ...paths[path], [method]: operation };
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Pagecast', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: publicUrl }],
      paths,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    HOW,
  );
}

function operationOf(name: string, endpoint: Endpoint, said: Refusals): ZodOpenApiOperationObject {
  const { params, query } = endpoint;
  const key = z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .meta({ description: 'Made by you from what is meant: the same key again does nothing, and answers the same.' });
  return {
    operationId: name,
    summary: summaryOf(name),
    ...descriptionOf(name, endpoint),
    tags: [endpoint.resource],
    security: securityOf(endpoint),
    requestParams: {
      ...(params === none ? {} : { path: params as z.ZodObject }),
      ...(query === none ? {} : { query: query as z.ZodObject }),
      ...(endpoint.idempotent === true ? { header: z.object({ [IDEMPOTENCY_HEADER]: z.optional(key) }) } : {}),
    },
    ...requestBodyOf(name, endpoint),
    responses: responsesOf(name, endpoint, said),
  };
}

function requestBodyOf(name: string, { body, takesFile }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (takesFile === true) return { requestBody: { required: true, content: bytesOf('file') } };
  if (body === none) return {};
  const example = exampleOf(name)?.request.body;
  return {
    requestBody: {
      required: !z.safeParse(body, {}).success,
      content: { 'application/json': { schema: body, ...(example === undefined ? {} : { example }) } },
    },
  };
}

function responsesOf(name: string, endpoint: Endpoint, said: Refusals): ZodOpenApiResponsesObject {
  const { response, chunk, success = 200 } = endpoint;
  const example = exampleOf(name)?.response;
  const responses: ZodOpenApiResponsesObject = {
    [`${success}`]: {
      description: STATUS_CODES[success] ?? '',
      headers: REQUEST_ID,
      content: {
        'application/json': { schema: response, ...(example === undefined ? {} : { example }) },
        ...(chunk === undefined
          ? {}
          : {
              'text/event-stream': {
                schema: z.string().meta({
                  description: 'To who accepts it: any number of `piece`, then `done` with the answer, or `failed`.',
                }),
              },
            }),
      },
    },
  };
  for (const error of errorsOf(name, endpoint)) responses[`${error.status}` as '400'] = refusalOf(error, said);
  return responses;
}

type Refusals = Map<number, ZodOpenApiResponseObject>;

/** One that is the same for all calls is said once. */
function refusalOf(error: DocumentedError, said: Refusals): ZodOpenApiResponseObject {
  const { status, description, sentences, isShared } = error;
  const before = isShared ? said.get(status) : undefined;
  if (before !== undefined) return before;
  const refusal = {
    ...(isShared && { id: `Error${status}` }),
    description,
    headers: status === 429 || status === 503 ? { ...REQUEST_ID, ...RETRY_AFTER } : REQUEST_ID,
    content: { 'application/json': { schema: ErrorBody, examples: examplesOf(sentences) } },
  };
  if (isShared) said.set(status, refusal);
  return refusal;
}

function examplesOf(sentences: Sentences): Record<string, { value: object }> {
  const bodies = Object.entries(sentences).flatMap(([code, messages]) =>
    messages.map((message, n) => [n === 0 ? code : `${code}_${n + 1}`, { value: { message, error: message, code } }]),
  );
  return Object.fromEntries(bodies) as Record<string, { value: object }>;
}

const REQUEST_ID = {
  'x-request-id': { description: 'Under which we logged it.', schema: { type: 'string' } },
} as const;
const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait, where that is known.', schema: { type: 'integer', minimum: 1 } },
} as const;
