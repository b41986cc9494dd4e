const LINKS = [
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/user-data-deletion', 'User Data Deletion'],
] as const;

/** Each opens in a new tab, so that nothing underway is lost. */
export function LegalLinks() {
  return (
    <nav aria-label="Legal">
      <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm text-ink-soft">
        {LINKS.map(([href, label]) => (
          <li key={href}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className={
                'inline-flex min-h-6 items-center py-1 underline underline-offset-2 hover:text-ink ' +
                'pointer-coarse:min-h-11'
              }
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
