import type { PageConfiguration } from '@pagecast/api/contract';

/** A sample as its followers would see it where nobody reviews it. */
export function withDisclosure(text: string, { disclosure = '' }: PageConfiguration): string {
  return disclosure.trim() === '' ? text : `${text}\n\n${disclosure.trim()}`;
}
