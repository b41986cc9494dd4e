/**
 * Whether an exported audit log is as it was written: node verify-audit.mjs audit-log.jsonl [HASH]
 * HASH is of any line that was the last one once, noted elsewhere: then nothing up to it was cut off or rewritten.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const [file, noted] = process.argv.slice(2);
const GONE = 'Deleted account';
const WHO = { actorName: 'actorFacebookId', ipAddress: 'actorFacebookId', impersonatedName: 'impersonatedFacebookId' };
const deleted = new Set();
const forgotten = [];
let [number, previous, head, isNoted] = [0, '0'.repeat(64), null, noted === undefined];

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const inOrder = (part) => Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
const isObject = (part) => part !== null && typeof part === 'object' && !Array.isArray(part);
const canonical = (value) => JSON.stringify(value, (_, part) => (isObject(part) ? inOrder(part) : part));
const idIn = (text) => /deleted-[0-9a-f]{32}/.exec(text)?.[0];
function fail(why, line = number) {
  console.error(`Line ${line}: ${why}`);
  process.exit(1);
}

/** What the deletion of an account leaves under a name. */
function leftOf(name, id) {
  if (name === 'ipAddress') return null;
  if (name === 'subject') return `${GONE} (${id})`;
  return /facebookId$/i.test(name) ? id : GONE;
}

function check({ hash, people, ...rest }) {
  if (rest.position !== number || rest.previous !== previous) fail('A line was removed, added or moved here.');
  for (const [name, { value, salt, hash: proof }] of Object.entries(people)) {
    const id = idIn(value) ?? idIn(people[WHO[name] ?? 'subject']?.value);
    if (salt === null && id && value === leftOf(name, id)) forgotten.push({ number, name, id });
    else if (!/^[0-9a-f]{32}$/.test(salt) || hashOf(salt + canonical(value)) !== proof) fail(`${name} was changed.`);
  }
  const proofs = Object.fromEntries(Object.entries(people).map(([name, { hash: proof }]) => [name, proof]));
  if (hashOf(canonical({ ...rest, people: proofs })) !== hash) fail('It was changed.');
  if (rest.action === 'accounts.deleted' && people.subject.salt !== null) deleted.add(idIn(people.subject.value));
  [previous, isNoted] = [hash, isNoted || hash === noted];
}

/** A line ends with \n alone: what Node takes for one more end may stand in a name. */
async function* linesOf(chunks) {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== '') yield rest;
}

for await (const text of linesOf(createReadStream(file, 'utf8'))) {
  number += 1;
  if (head !== null) fail('Something follows the end.');
  try {
    const line = JSON.parse(text);
    if (!('head' in line)) check(line);
    else if (line.head !== previous || line.lines !== number - 1) fail('Lines before the end are missing.');
    else head = line.head;
  } catch {
    fail('It is no line of an audit log.');
  }
}
if (head === null) fail('The end after this line is missing.');
for (const { number: line, name, id } of forgotten)
  if (!deleted.has(id)) fail(`${name} was changed: no line says that this account was deleted.`, line);
if (!isNoted) fail('The noted hash is not in this file: its end was cut off or rewritten.');
console.log(
  `${number - 1} lines are as they were written, ${forgotten.length} names in them forgotten. Last hash: ${head}`,
);
