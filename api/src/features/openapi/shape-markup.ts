import { escaped } from '../../mails/mail-body.ts';
import { API_DOCS_PATH, SHAPES_PAGE } from './paths.ts';

/** As much of JSON Schema as our shapes use. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

/** A shape as nested lists: its type in words, then its fields. */
export function shapeMarkup(shape: Shape | undefined): string {
  if (shape === undefined) return '';
  return `<div>${inWords(shape)}${fieldsOf(shape)}</div>`;
}

function inWords(shape: Shape): string {
  if (shape.$ref !== undefined) return linkTo(shape.$ref);
  if (shape.enum !== undefined) return shape.enum.map((value) => code(JSON.stringify(value))).join(' | ');
  if (shape.const !== undefined) return code(JSON.stringify(shape.const));
  if (shape.items !== undefined)
    return `list of ${inWords(shape.items)}${shape.maxItems ? `, at most ${shape.maxItems}` : ''}`;
  const options = optionsOf(shape);
  if (options.length > 0) return [...new Set(options.map(inWords))].join(' or ');
  const type = typeof shape.type === 'string' ? shape.type : (shape.type?.join(' or ') ?? 'anything');
  const limits = [
    shape.format,
    shape.maxLength === undefined ? undefined : `up to ${shape.maxLength.toLocaleString('en')} characters`,
    shape.pattern === undefined ? undefined : code(shape.pattern),
    shape.description === undefined ? undefined : escaped(shape.description),
  ].filter((limit) => limit !== undefined);
  return [escaped(type), ...limits].join(', ');
}

function fieldsOf(shape: Shape): string {
  const inner = [shape.items, ...optionsOf(shape)].flatMap((one) => (one === undefined ? [] : [fieldsOf(one)]));
  if (shape.properties === undefined) return inner.join('');
  const items = Object.entries(shape.properties).map(([name, field]) => {
    const mark = shape.required?.includes(name) === true ? '' : ' <span class="soft">optional</span>';
    return `<li>${code(name)}${mark}: ${inWords(field)}${fieldsOf(field)}</li>`;
  });
  return `<ul>${items.join('')}</ul>${inner.join('')}`;
}

const optionsOf = (shape: Shape) => shape.anyOf ?? shape.oneOf ?? shape.allOf ?? [];

function linkTo(ref: string): string {
  const name = escaped(ref.split('/').at(-1) ?? '');
  return `<a href="${API_DOCS_PATH}/${SHAPES_PAGE}#${name}">${name}</a>`;
}

const code = (text: string) => `<code>${escaped(text)}</code>`;

export function exampleMarkup(label: string, example: unknown): string {
  if (example === undefined) return '';
  const text = escaped(JSON.stringify(example, null, 2));
  return `<p class="soft">${label}</p><pre tabindex="0" role="group" aria-label="${label}">${text}</pre>`;
}
