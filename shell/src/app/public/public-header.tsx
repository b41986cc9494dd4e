import { Logo } from '../frame/logo.tsx';

/** The way from a public page to the start. */
export function PublicHeader() {
  return (
    <header>
      <a href="/" className="flex w-fit items-center gap-3 font-semibold pointer-coarse:min-h-11">
        <Logo />
        Pagecast
      </a>
    </header>
  );
}
