import { foreign } from '../mcp/foreign.ts';

/**
 * Text that somebody else wrote, as data for the AI: in quotation marks on one line, without characters that hide words
 * from people, and without a tag that could end the fence. The rules of its prompt say between which tags data stands.
 */
export function fenced(text: string, most = text.length): string {
  return JSON.stringify(foreign(text, most).untrusted).replaceAll('<', '\\u003c');
}
