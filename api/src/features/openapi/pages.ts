import { escaped } from '../../mails/mail-body.ts';
import type { OpenApiDocument } from './document.ts';
import { API_DOCS_PATH, OPENAPI_PATH, SHAPES_PAGE, STYLES_PATH } from './paths.ts';
import { exampleMarkup, shapeMarkup, type Shape } from './shape-markup.ts';

type PathItem = NonNullable<OpenApiDocument['paths']>[string];
type Operation = NonNullable<PathItem['get']>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const METHODS = ['get', 'head', 'post', 'patch', 'delete', 'options'] as const;

/** The document as pages: a list of all calls, a page for each family of them, and one for the shapes. */
export function pagesOf(document: OpenApiDocument): Map<string, string> {
  const families = Map.groupBy(callsOf(document), ({ operation }) => operation.tags?.[0] ?? '');
  const shapes = document.components?.schemas ?? {};
  return new Map([
    ['', page('Calls of Pagecast', [about(document), ...[...families].map(([name, calls]) => contents(name, calls))])],
    ...[...families].map(([name, calls]): [string, string] => [
      name,
      page(titleOf(name), [back(), ...calls.map((call) => callMarkup(call, document))]),
    ]),
    [
      SHAPES_PAGE,
      page('Shapes', [
        back(),
        ...Object.entries(shapes).map(
          ([name, shape]) => `<section class="shape">${heading(name, name)}${shapeMarkup(shape as Shape)}</section>`,
        ),
      ]),
    ],
  ]);
}

function callsOf({ paths = {} }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

function page(title: string, parts: readonly string[]): string {
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)} · Pagecast</title><link rel="stylesheet" href="${STYLES_PATH}"></head>`,
    `<body><main><h1>${escaped(title)}</h1>`,
    ...parts,
    '</main></body></html>',
  ].join('\n');
}

function about({ info }: OpenApiDocument): string {
  const [intro = '', ...notes] = (info.description ?? '').split(/\n+(?:- )?/);
  return [
    `<p>${inline(intro)}</p><ul>${notes.map((note) => `<li>${inline(note)}</li>`).join('')}</ul>`,
    `<p><a href="${OPENAPI_PATH}">All of it as OpenAPI 3.1</a>, for programs.`,
    ` <a href="${API_DOCS_PATH}/${SHAPES_PAGE}">Shapes</a> that calls name.</p>`,
  ].join('');
}

function contents(family: string, calls: readonly Call[]): string {
  const items = calls.map(
    (call) =>
      `<li><a href="${API_DOCS_PATH}/${escaped(family)}#${idOf(call)}">${escaped(call.operation.summary ?? '')}</a> ` +
      `<code class="soft">${call.method} ${escaped(call.path)}</code></li>`,
  );
  const title = titleOf(family);
  return `<nav aria-label="${escaped(title)}">${heading(title)}<ul>${items.join('')}</ul></nav>`;
}

function heading(text: string, id?: string): string {
  return `<h2${id === undefined ? '' : ` id="${escaped(id)}"`}>${escaped(text)}</h2>`;
}

const back = () => `<p class="back"><a href="${API_DOCS_PATH}">All calls</a></p>`;

function callMarkup(call: Call, document: OpenApiDocument): string {
  const { operation, method, path } = call;
  return [
    `<section class="call">${heading(operation.summary ?? '', idOf(call))}`,
    `<p><code><span class="method">${method}</span> ${escaped(path)}</code></p>`,
    operation.description === undefined ? '' : `<p>${inline(operation.description)}</p>`,
    `<p class="soft">${whoMay(operation)}</p>`,
    parameters(operation),
    body(operation),
    answers(operation, document),
    '</section>',
  ].join('');
}

function whoMay({ security = [] }: Operation): string {
  const ways = security.flatMap((way) => Object.entries(way)).map(([name, scopes]) => WAYS[name]?.(scopes) ?? name);
  return ways.length === 0 ? 'Anybody may call.' : `Who may call: ${escaped(ways.join(', or '))}.`;
}

const WAYS: Readonly<Record<string, (scopes: readonly string[]) => string>> = {
  session: () => 'who is logged in',
  token: (scopes) => `a token with the scope ${scopes.join(' ')}`,
  releaseToken: () => 'a release token',
};

function parameters({ parameters: all = [] }: Operation): string {
  const items = all.flatMap((one) => {
    if ('$ref' in one) return [];
    const { name, in: place, required = false, schema } = one;
    const where = `${place}${required ? '' : ', optional'}`;
    return [`<li><code>${escaped(name)}</code> <span class="soft">${where}</span>${shapeMarkup(schema as Shape)}</li>`];
  });
  return items.length === 0 ? '' : `<h3>Parameters</h3><ul>${items.join('')}</ul>`;
}

function body({ requestBody }: Operation): string {
  if (requestBody === undefined || '$ref' in requestBody) return '';
  const kinds = Object.entries(requestBody.content as NonNullable<ResponseLike['content']>).map(
    ([type, { schema, example }]) =>
      `<p class="soft">${escaped(type)}</p>${shapeMarkup(schema as Shape)}${exampleMarkup('Example', example)}`,
  );
  return `<h3>Body</h3>${kinds.join('')}`;
}

function answers({ responses = {} }: Operation, document: OpenApiDocument): string {
  const parts = Object.entries(responses as Record<string, ResponseLike>).map(([status, given]) => {
    const response = resolved(given, document);
    const kinds = Object.entries(response.content ?? {}).map(([type, { schema, example, examples = {} }]) => {
      const sentences = Object.values(examples).map(({ value }) => `<li>${escaped(value?.message ?? '')}</li>`);
      const shape = Number(status) < 400 ? shapeMarkup(schema as Shape) : '';
      return [
        Number(status) < 400 ? `<p class="soft">${escaped(type)}</p>` : '',
        shape,
        sentences.length === 0 ? '' : `<ul>${sentences.join('')}</ul>`,
        exampleMarkup('Example', example),
      ].join('');
    });
    const summary = `<code>${status}</code> ${inline(response.description ?? '')}`;
    return `<details><summary>${summary}</summary>${kinds.join('')}</details>`;
  });
  return `<h3>Answers</h3>${parts.join('')}`;
}

interface ResponseLike {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<
    Record<string, { schema?: unknown; example?: unknown; examples?: Record<string, { value?: { message?: string } }> }>
  >;
}

function resolved(response: ResponseLike, { components }: OpenApiDocument): ResponseLike {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : ((components?.responses?.[name] as ResponseLike | undefined) ?? {});
}

const titleOf = (family: string) => (family.charAt(0).toUpperCase() + family.slice(1)).replaceAll('-', ' ');

const idOf = ({ method, path }: Call) => `${method.toLowerCase()}${path.replaceAll(/[^\w]+/g, '-')}`;

/** The few marks that our own sentences have. */
function inline(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}
