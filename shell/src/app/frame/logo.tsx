import address from '../../static/icon.svg?inline';

/** Comes with the code: a file of its own would be one more of those that a first visit waits for. */
export function Logo({ className = 'size-8' }: { className?: string }) {
  return <img src={address} alt="" width={32} height={32} className={className} />;
}
