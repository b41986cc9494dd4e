import type { ReleaseShare } from '../../api/src/contract/release-shares.ts';

/**
 * What became of a share, in sentences for a terminal.
 * @param command what takes its next step or ends it, with the name of the step in place of VERB
 */
export function shareWords(
  { name, version, baseVersion, percent, people, state, next }: ReleaseShare,
  command: string,
) {
  if (state === 'promoted') return `${name} ${version} is current: everybody gets it.`;
  if (state !== 'growing')
    return `${name} ${version} was taken back: everybody gets ${baseVersion ?? 'nothing of it'}. It is kept.`;
  const whom = [
    ...(percent > 0 ? [`${percent}% of people`] : []),
    ...(people.length > 0 ? [`${people.length} ${people.length === 1 ? 'person' : 'people'} by name`] : []),
  ].join(' and ');
  const step = next?.percent === 100 ? 'everybody' : `${next?.percent}%`;
  const when = next?.at == null ? 'when you say so' : `after ${next.at.slice(0, 16).replace('T', ' ')} UTC`;
  return [
    `${name} ${version} goes to ${whom}, and ${baseVersion ?? 'nothing'} to everybody else.`,
    `Next: ${step}, ${when}, or now with: ${command.replace('VERB', 'promote')}`,
    `To take it back: ${command.replace('VERB', 'abort')}`,
  ].join('\n');
}
