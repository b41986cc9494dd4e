/** Of a node of the syntax tree (ESTree), what is looked at here. */
interface Node {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
}

interface Context {
  report(finding: { node: Node; message: string }): void;
}

const MESSAGE =
  'The clock of this machine may be wrong: ask the database for the time (api/src/db/clock.ts), ' +
  'and performance.now() for durations.';

const isDate = ({ type, name }: Node) => type === 'Identifier' && name === 'Date';

/**
 * No decision by the clock of one machine: `Date.now`, `new Date()` and `Date()` say what it thinks. `new
 * Date(instant)` is fine.
 */
const noMachineClock = {
  create: (context: Context) => ({
    MemberExpression(node: Node & { readonly object: Node; readonly property: Node }) {
      if (isDate(node.object) && (node.property.name ?? node.property.value) === 'now')
        context.report({ node, message: MESSAGE });
    },
    NewExpression(node: Node & { readonly callee: Node; readonly arguments: readonly Node[] }) {
      if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message: MESSAGE });
    },
    CallExpression(node: Node & { readonly callee: Node }) {
      if (isDate(node.callee)) context.report({ node, message: MESSAGE });
    },
  }),
};

export default { meta: { name: 'pagecast' }, rules: { 'no-machine-clock': noMachineClock } };
