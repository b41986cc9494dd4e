import { OWNERS } from './table-owners.ts';

/** Of a node of the syntax tree (ESTree), what is looked at here. */
interface Node {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly expression?: Node;
  readonly arguments?: readonly Node[];
  readonly id?: Node;
  readonly init?: Node | null;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
}

interface Context {
  readonly filename: string;
  report(finding: { node: Node; message: string }): void;
}

const NOT_HERE = 'SQL stands in *.repository.ts and *.sql.ts alone: put this into one, and call it from here.';

const NOT_IN_TESTS =
  'Tests ask the API. What no caller can see is read and changed by api/src/testing/stored.ts and database-state.ts.';

/** A text that begins as a statement does. */
const STATEMENT =
  /^\s*(with\s+(recursive\s+)?\w+(\s*\([^)]*\))?\s+as\s|select\s|insert\s+into\s|update\s+\S+(\s+(as\s+)?\w+)?\s+set\s|delete\s+from\s|(create|alter|drop|truncate|lock)\s+(unique\s+)?(table|index|function|trigger|type|database|view)\b)/i;
/** Words for people begin with one large letter. */
const isStatement = (text: string) =>
  STATEMENT.test(text) && !/^\s*[A-Z][a-z]/.test(text) && /\s(from|set|into|table|index)\b|\(/i.test(text);
const WRITTEN =
  /\b(?:update\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b|insert\s+into\s+"?(\w+)|delete\s+from\s+"?(\w+))/gi;
const WRITES = ['insert', 'update', 'delete', 'del', 'truncate', 'upsert', 'increment', 'decrement'];
/** Functions of `src/db` that make queries. */
const QUERIES = ['ownedBy', 'prepared'];

const textOf = ({ type, value, quasis }: Node): string | null => {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  if (type === 'TemplateLiteral') return (quasis ?? []).map((part) => part.value.cooked ?? '').join('?');
  return null;
};

const nameOf = (property: Node | undefined) => String(property?.name ?? property?.value ?? '');

/** What a chain of calls such as `db('posts').where(…)` begins with, by way of variables of the same file. */
function tableOf(node: Node | undefined, variables: ReadonlyMap<string, Node>, depth = 0): string | null {
  if (node === undefined || depth > 30) return null;
  const on = (next: Node | undefined) => tableOf(next, variables, depth + 1);
  if (node.type === 'AwaitExpression' || node.type === 'TSAsExpression')
    return on((node as { argument?: Node }).argument ?? node.expression);
  if (node.type === 'MemberExpression') return on(node.object);
  if (node.type === 'Identifier') return on(variables.get(String(node.name)));
  if (node.type === 'ArrowFunctionExpression') return on((node as { body?: Node }).body);
  if (node.type !== 'CallExpression') return null;
  const named = (node.arguments ?? [])
    .map((argument) => textOf(argument)?.split(' ')[0] ?? '')
    .find((text) => OWNERS.has(text));
  const isOfChain = node.callee?.type === 'MemberExpression';
  if (named !== undefined && (!isOfChain || ['into', 'from', 'table'].includes(nameOf(node.callee?.property))))
    return named;
  return on(node.callee);
}

/** Statements and queries, wherever they are not expected. */
const noSql = (message: string) => ({
  create(context: Context) {
    const refuse = (node: Node) => context.report({ node, message });
    const lookAtText = (node: Node) => {
      if (isStatement(textOf(node) ?? '')) refuse(node);
    };
    return {
      Literal: lookAtText,
      TemplateLiteral: lookAtText,
      CallExpression(node: Node) {
        const { callee, arguments: given = [] } = node;
        const isOfObject = callee?.type === 'MemberExpression';
        const called = nameOf(isOfObject ? callee.property : callee);
        if (isOfObject && called === 'raw' && given.length > 0) refuse(node);
        if (!isOfObject && QUERIES.includes(called)) refuse(node);
        const [first] = given;
        const isOfTable = given.length === 1 && first !== undefined && OWNERS.has(textOf(first)?.split(' ')[0] ?? '');
        if (isOfTable && /^(db|trx|knex|tx|transaction|database)$/i.test(called)) refuse(node);
      },
    };
  },
});

/** Who writes a table that is another feature's, or nobody's. */
const tableWriters = {
  create(context: Context) {
    const feature = /\/features\/([^/]+)\//.exec(context.filename.replaceAll('\\', '/'))?.[1] ?? null;
    const variables = new Map<string, Node>();
    const calls: { node: Node; of: Node | undefined }[] = [];
    const look = (node: Node, table: string) => {
      const owner = OWNERS.get(table);
      if (owner === undefined)
        context.report({
          node,
          message: `Nobody writes ${table} so far: name its feature in scripts/lint/table-owners.ts.`,
        });
      else if (owner !== feature)
        context.report({ node, message: `${table} is written by the feature ${owner} alone: ask it to.` });
    };
    const lookAtText = (node: Node) => {
      const withs = new Set(
        [...(textOf(node) ?? '').matchAll(/(\w+)\s+as\s+(?:materialized\s+)?\(/gi)].map(([, name]) => name),
      );
      for (const [, ...names] of (textOf(node) ?? '').matchAll(WRITTEN)) {
        const table = names.find((name) => name !== undefined);
        if (table !== undefined && !withs.has(table)) look(node, table.toLowerCase());
      }
    };
    return {
      Literal: lookAtText,
      TemplateLiteral: lookAtText,
      VariableDeclarator({ id, init }: Node) {
        if (id?.type === 'Identifier' && init) variables.set(String(id.name), init);
      },
      CallExpression(node: Node) {
        if (node.callee?.type === 'MemberExpression' && WRITES.includes(nameOf(node.callee.property)))
          calls.push({ node, of: node.callee.object });
      },
      'Program:exit'() {
        for (const { node, of } of calls) {
          const table = tableOf(of, variables);
          if (table !== null) look(node, table);
        }
      },
    };
  },
};

export default {
  meta: { name: 'pagecast-sql' },
  rules: { 'sql-places': noSql(NOT_HERE), 'no-sql-in-tests': noSql(NOT_IN_TESTS), 'table-writers': tableWriters },
};
