/** Of a node of the syntax tree (ESTree), what is looked at here. */
interface Node {
  readonly type: string;
  readonly parent: Node | null;
}
interface Call extends Node {
  readonly callee: { readonly name?: string; readonly property?: { readonly name?: string } };
  readonly arguments: readonly Node[];
}

interface Context {
  report(finding: { node: Node; message: string }): void;
}

const MESSAGE =
  'Who asked may have left the screen when the answer comes, and the callbacks of `mutate` go with them: ' +
  'say it in the ' +
  'options of useApiMutation, and leave to `mutate` what is for the open window alone.';

const nameOf = ({ callee }: Call) => callee.name ?? callee.property?.name;

/** Whether it stands in what `mutate` is given beside its variables. */
function isInCallbacks(node: Node): boolean {
  const { parent } = node;
  if (parent === null) return false;
  const isCallback =
    parent.type === 'CallExpression' &&
    nameOf(parent as Call) === 'mutate' &&
    (parent as Call).arguments.slice(1).includes(node);
  return isCallback || isInCallbacks(parent);
}

const toldOutcomes = {
  create: (context: Context) => ({
    CallExpression(node: Call) {
      if (nameOf(node) === 'notify' && isInCallbacks(node)) context.report({ node, message: MESSAGE });
    },
  }),
};

export default { meta: { name: 'screens' }, rules: { 'told-outcomes': toldOutcomes } };
