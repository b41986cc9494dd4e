/** Where the boxes of a file's `meta` are: by their names, `[at, size]`. */
function boxesOf(file: Buffer): ReadonlyMap<string, readonly [number, number]> {
  const boxes = new Map<string, readonly [number, number]>();
  const nameAt = (at: number) => file.toString('latin1', at + 4, at + 8);
  let at = 0;
  while (nameAt(at) !== 'meta') at += file.readUInt32BE(at);
  const end = at + file.readUInt32BE(at);
  boxes.set('meta', [at, end - at]);
  for (at += 12; at < end; at += file.readUInt32BE(at)) boxes.set(nameAt(at), [at, file.readUInt32BE(at)]);
  return boxes;
}

function box(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const LOCATION_BYTES = 20;

/** A photo of an iPhone, as our own is laid out, that also says something, as XMP if nothing else is said. */
export function withXmpOfHeic(file: Buffer, xmp: string, contentType = 'application/rdf+xml'): Buffer {
  const boxes = boxesOf(file);
  const bodyOf = (name: string) => {
    const [at, size] = boxes.get(name) ?? [0, 8];
    return Buffer.from(file.subarray(at + 8, at + size));
  };
  const [id, words] = [4, Buffer.from(xmp)];
  const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const type = Buffer.from(`mime\0${contentType}\0`, 'latin1');
  const entries = bodyOf('iinf');
  entries.writeUInt16BE(id, 4);
  const places = bodyOf('iloc');
  places.writeUInt16BE(id, 6);
  const parts = {
    iinf: box('iinf', entries, box('infe', Buffer.from([2, 0, 0, 1]), uint16(id), uint16(0), type)),
    iloc: box('iloc', places, Buffer.alloc(LOCATION_BYTES)),
    iref: box('iref', bodyOf('iref'), box('cdsc', uint16(id), uint16(1), bodyOf('pitm').subarray(4))),
  };
  const [metaAt, metaBytes] = boxes.get('meta') ?? [0, 0];
  const grown = Object.entries(parts).reduce((sum, [name, made]) => sum + made.length - (boxes.get(name)?.[1] ?? 0), 0);
  // What lies behind the boxes has moved by as much; XMP comes behind all of it.
  for (let at = 16; at + LOCATION_BYTES <= parts.iloc.length - LOCATION_BYTES; at += LOCATION_BYTES)
    if (parts.iloc.readUInt16BE(at + 2) === 0)
      parts.iloc.writeUInt32BE(parts.iloc.readUInt32BE(at + 6) + grown, at + 6);
  const last = parts.iloc.length - LOCATION_BYTES;
  parts.iloc.writeUInt16BE(id, last);
  parts.iloc.writeUInt32BE(file.length + grown + 8, last + 6);
  parts.iloc.writeUInt16BE(1, last + 10);
  parts.iloc.writeUInt32BE(words.length, last + 16);

  const meta = [...boxes].flatMap(([name, [at, size]]) => {
    if (name === 'meta') return [];
    return [name in parts ? parts[name as keyof typeof parts] : file.subarray(at, at + size)];
  });
  return Buffer.concat([
    file.subarray(0, metaAt),
    box('meta', Buffer.alloc(4), ...meta),
    file.subarray(metaAt + metaBytes),
    box('mdat', words),
  ]);
}
