/**
 * What the contract declares has no side effects, which no bundler can tell of a call: as a pure function's, a value is
 * left out of a bundle that does not use it, with everything that it is made of. A bundle carries the calls that its
 * screens make and no others (1 to 2 kB each).
 */
const DECLARED = /^((?:export )?const \w+ = )((?:new )?[\w.]+[(`][^]*?);$(?=\n+[^\s\])}]|\n*(?![^]))/gm;
/**
 * The shapes of a call and what it needs of a token, to which only the API holds what it is given: without them a call
 * is its method, its path and what it touches (3 kB in a bundle). As the formatter lays them out: what belongs to a
 * field is indented further.
 */
const CALL = /^( *).*\bendpoint\(\{\n[^]*?^\1\}\)/gm;
const SHAPE = /^( +)(?:params|query|body|response|scope|isByPage): .*\n(?:\1(?: .*|[\])}].*)\n|\n)*/gm;

const markPure = (source) => source.replace(DECLARED, (_, start, value) => `${start}/*#__PURE__*/ (() => ${value})();`);

module.exports = (source) => markPure(source.replace(CALL, (call) => call.replace(SHAPE, '')));
/** For who may hold something to the shapes, as areas elsewhere do in their tests. */
module.exports.markPure = markPure;
