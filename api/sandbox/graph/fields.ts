import { badParameter, GraphError } from './graph-error.ts';

/** One entry of `fields=`: `likes.summary(true).limit(0)`, `picture{url}`, `comments.limit(3).as(c){message}`. */
export interface Field {
  name: string;
  key: string;
  args: Record<string, string>;
  sub: Field[] | null;
}

/** @throws GraphError 2500 on a syntax error */
export function parseFields(text: string): Field[] {
  let at = 0;
  const fail = () =>
    new GraphError({
      code: 2500,
      message:
        `Syntax error "Expected end of string instead of "${text[at] ?? 'end'}"." ` +
        `at character ${at}: ${text.slice(0, 80)}`,
    });

  function word(): string {
    const found = /^[\w-]+/.exec(text.slice(at))?.[0];
    if (found === undefined) throw fail();
    at += found.length;
    return found;
  }
  function list(): Field[] {
    const fields: Field[] = [];
    do {
      while (text[at] === ' ') at += 1;
      fields.push(field());
      while (text[at] === ' ') at += 1;
    } while (text[at] === ',' && ++at > 0);
    return fields;
  }
  function field(): Field {
    const name = word();
    const args: Record<string, string> = {};
    while (text[at] === '.') {
      at += 1;
      const modifier = word();
      if (text[at] !== '(') throw fail();
      const end = text.indexOf(')', at);
      if (end < 0) throw fail();
      args[modifier] = text.slice(at + 1, end);
      at = end + 1;
    }
    let sub: Field[] | null = null;
    if (text[at] === '{') {
      at += 1;
      sub = list();
      if (text[at] !== '}') throw fail();
      at += 1;
    }
    return { name, key: args['as'] ?? name, args, sub };
  }

  const fields = text.trim() === '' ? [] : list();
  if (at < text.trimEnd().length && text.trim() !== '') throw fail();
  return fields;
}

export type FieldTable<Node> = Record<string, (node: Node, field: Field) => unknown>;

/**
 * Renders the asked fields of a node; what is undefined is left out, as Facebook leaves out what is empty. `id` is
 * always there.
 * @throws GraphError 100 for a field the node does not have
 */
export function render<Node>(
  table: FieldTable<Node>,
  typeName: string,
  node: Node,
  fields: Field[],
): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  const asked = fields.some((field) => field.name === 'id')
    ? fields
    : [...fields, { name: 'id', key: 'id', args: {}, sub: null }];
  for (const field of asked) {
    const read = table[field.name];
    if (!read) throw badParameter(`Tried accessing nonexisting field (${field.name}) on node type (${typeName})`);
    const value = read(node, field);
    if (value !== undefined) answer[field.key] = value;
  }
  return answer;
}

export function plainFields(names: string): Field[] {
  return parseFields(names);
}

/** Keeps the asked parts of a value without a node type of its own, such as `picture{url}`. */
export function narrow(value: Record<string, unknown>, sub: Field[] | null): Record<string, unknown> {
  if (!sub) return value;
  return Object.fromEntries(
    sub.flatMap((field) => (value[field.name] === undefined ? [] : [[field.key, value[field.name]]])),
  );
}
