import type { ChatMessage, Wish } from './prompt.ts';

const NAMED = /between <(\w+)> and <\/\1>/g;

/** What is said to the model, and what its rules call data. */
export interface Heard {
  /** All that it takes for orders. */
  readonly orders: readonly ChatMessage[];
  /** What stands in the fence `<source>`, line by line. */
  readonly source: readonly string[];
  /** The same of `<posts>`. */
  readonly posts: readonly string[];
}

/**
 * A model that keeps to fences and to nothing else: what its rules say stands between two tags is data, as long as
 * it is a JSON text a line and nothing in it ends the fence. All else is an order, whoever wrote it.
 */
export function hear(messages: readonly ChatMessage[]): Heard {
  const rules = messages.filter(({ role }) => role !== 'user').map(({ text }) => text);
  const tags = rules.flatMap((text) => Array.from(text.matchAll(NAMED), ([, tag]) => tag as string));
  const fences: Record<string, string[]> = {};
  const orders = messages.map((message) => {
    if (message.role !== 'user') return message;
    let { text } = message;
    for (const tag of tags)
      text = text.replace(new RegExp(`^<${tag}>$([^]*?)</${tag}>`, 'm'), (_, inside: string) => {
        const lines = inside.split('\n').filter((line) => line !== '');
        const data = lines.map(textOf);
        (fences[tag] ??= []).push(...data.filter((line) => line !== null));
        return lines.filter((_line, at) => data[at] === null).join('\n');
      });
    return { ...message, text };
  });
  return { orders, source: fences['source'] ?? [], posts: fences['posts'] ?? [] };
}

function textOf(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Words by which strangers take a model over, in English and Malay. */
const TAKEOVERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|discard|skip|abaikan|lupakan|ketepikan|langgar|buang)\b[^.\n]{0,90}\b(?:instructions?|rules?|prompts?|above|before|guidelines?|orders?|told|polic(?:y|ies)|arahan|peraturan|tadi|panduan|sebelum(?:nya)?)\b/i,
  /(?:^|[\s"'[(<#*|])(?:system|sistem|developer|admin|assistant|pembantu|pentadbir|user|pembangun)(?: (?:message|note|prompt|override|mesej|nota))?\s*[:\]>|]/im,
  /\b(?:you are now|you must now|from now on|act as|pretend|anda kini|mulai sekarang|bertindak sebagai|berpura-pura)\b/i,
  /\b(?:new|updated|real|hidden|important|baharu|baru|sebenar|penting)\s+(?:instructions?|task|orders?|arahan|tugas(?:an)?)\b|\b(?:arahan|tugas(?:an)?)\s+(?:baharu|baru|sebenar|penting|tersembunyi)\b/i,
  /\b(?:print|reveal|repeat|show|output|leak|send|tunjukkan|dedahkan|ulang|cetak|hantar)\b[^.\n]{0,60}\b(?:prompt|instructions|rules|profile|voice|facts|token|password|arahan|peraturan|profil|fakta|rahsia)\b/i,
  /\b(?:AI|model|assistant|chatbot|pembantu|bot)\b[^.\n]{0,40}\b(?:must|should|please|has to|reading this|mesti|perlu|sila|harus|hendaklah|yang membaca)\b/i,
  /\b(?:publish|post|schedule|delete|approve|terbitkan|siarkan|jadualkan|padam|luluskan)\b[^.\n]{0,40}\b(?:now|immediately|every page|all pages|all posts|without review|sekarang|serta-merta|semua halaman|semua pos|tanpa semakan)\b/i,
  /\b(?:add|include|insert|append|link to|masukkan|tambah|sertakan|letak)\b[^.\n]{0,60}(?:https?:\/\/|www\.|\b(?:link|url|pautan)\b)/i,
  /\b(?:write|reply|answer|respond|say|tulis|jawab|balas|katakan)\b[^.\n]{0,40}\b(?:only|instead|exactly|hanya|sahaja|sebaliknya|tepat)\b/i,
];

/** The order of a stranger that the model obeys; null where there is none. */
export function takeoverIn(orders: readonly ChatMessage[]): string | null {
  for (const { text } of orders.filter(({ role }) => role === 'user'))
    for (const line of text.split('\n')) if (TAKEOVERS.some((pattern) => pattern.test(line))) return line;
  return null;
}

/** What a model answers that does as strangers say: it tells all that it was told, and takes over their words. */
export function obeying(order: string, messages: readonly ChatMessage[]): string {
  const rules = messages.filter(({ role }) => role !== 'user').map(({ text }) => text);
  return [`Obeyed: ${order}`, ...rules].join('\n');
}

const LINKS = /\b(?:https?:\/\/|www\.)\S+/gi;
const LEAST_WORDS = 8;
const MOST_WORDS = 30;

/**
 * A careless writer about a source: its title is the topic, its first sentence and its links are taken over as they
 * are, and it is not named.
 */
export function aboutSource(wish: Wish, [title = '', ...lines]: readonly string[]): Wish {
  const sentences = lines
    .filter((line) => !/^(By|Published): /.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s/));
  const taken =
    sentences
      .find((one) => one.split(/\s+/).length >= LEAST_WORDS)
      ?.split(/\s+/)
      .slice(0, MOST_WORDS) ?? [];
  const links = lines.flatMap((line) => line.match(LINKS) ?? []).slice(0, 3);
  const topic =
    title
      .replace(/^Title: /, '')
      .split(/[.;\n]/)[0]
      ?.slice(0, 80)
      .trim() || wish.topic;
  return { ...wish, topic, takenOver: [...taken, ...links].join(' ') };
}
