import fs from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Endpoint } from '../contract/endpoint.ts';
import { CALLS, openApiDocument, type OpenApiDocument } from '../features/openapi/document.ts';
import { ownErrorsIn } from '../features/openapi/errors.ts';

/** Names the file in which a run gathers what was provoked; see `scripts/testing/provoked-setup.ts`. */
export const PROVOKED_FILE = 'PAGECAST_TESTS_PROVOKED';

const NAMES: ReadonlyMap<Endpoint, string> = new Map(CALLS.map(([name, endpoint]) => [endpoint, name]));
const OWN_ERRORS = new Set(ownErrorsIn());
const provoked = new Set<string>();
let documented: Documented | null = null;

type Documented = ReturnType<typeof readDocument>;

function readDocument() {
  const document = openApiDocument({ version: '0', publicUrl: 'http://localhost:3000' });
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(document, 'document');
  return { document, ajv, checks: new Map<string, ValidateFunction>() };
}

/** What the document says that callers read; made when the first test asks. */
export const theDocument = (): OpenApiDocument => (documented ??= readDocument()).document;

/** Whether `value` has the shape that stands at these keys of the document. */
export function fits(keys: readonly string[], value: unknown): string[] {
  const { ajv, checks } = (documented ??= readDocument());
  const at = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  let check = checks.get(at);
  if (check === undefined) checks.set(at, (check = ajv.compile({ $ref: `document#/${at}` })));
  if (check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/**
 * Every call of every test passes here.
 * @throws Error for an answer that the document does not tell of
 */
export function assertDocumented(endpoint: Endpoint, status: number, body: unknown): void {
  const name = NAMES.get(endpoint);
  // Some tests declare calls of their own.
  if (name === undefined || status === 499) return;
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  const operation = theDocument().paths?.[path]?.[endpoint.method.toLowerCase() as 'get'];
  const found = operation?.responses?.[String(status)] as { $ref?: string } | undefined;
  const code = (body as { code?: string } | undefined)?.code ?? '';
  if (found === undefined) throw undocumented(`${name} answers ${status} ${code}`, body);
  if (status >= 400) noteProvoked(`${name} ${status} ${code}`);
  const keys = found.$ref?.slice(2).split('/') ?? [
    'paths',
    path,
    endpoint.method.toLowerCase(),
    'responses',
    String(status),
  ];
  const flaws = fits([...keys, 'content', 'application/json', 'schema'], body);
  if (flaws.length > 0) throw undocumented(`${name} answers ${status} in another shape (${flaws.join('; ')})`, body);
}

function undocumented(what: string, body: unknown): Error {
  return new Error(
    `${what}, and the OpenAPI document does not tell of it. Say it in features/openapi/own-errors.json. ` +
      `It answered: ${JSON.stringify(body).slice(0, 500)}`,
  );
}

function noteProvoked(error: string): void {
  const file = process.env[PROVOKED_FILE];
  if (file === undefined || provoked.has(error) || !OWN_ERRORS.has(error)) return;
  provoked.add(error);
  fs.appendFileSync(file, `${error}\n`);
}
