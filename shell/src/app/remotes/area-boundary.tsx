import { Sparkles, TriangleAlert, WifiOff } from 'lucide-react';
import { Component, useEffect, useSyncExternalStore, type ErrorInfo, type ReactNode } from 'react';
import { Button, reasonOf } from '../../kit/index.ts';
import { isOnline, subscribeToNetwork } from '../browser/network.ts';
import { isPageOutdated, subscribeToOutdated } from '../browser/outdated-page.ts';

interface BoundaryProps {
  /** The name of the area, for its error card. */
  label: string;
  /** What fails is all there is, and only a reload helps: what areas share may be spoilt. */
  isPage?: boolean;
  onRetry?: () => void;
  /** Hears of it once. */
  onError?: (error: unknown) => void;
  /**
   * What is on the screen, where that changes below this boundary: what an area throws as it is taken away, React gives
   * to the nearest boundary that stays. What came in its place is then rendered anew, once at each place.
   */
  place?: string | number;
  children: ReactNode;
}

interface BoundaryState {
  /** Undefined while there is none. */
  problem: { reason: string } | undefined;
}

/** Keeps what goes wrong below it in its own place, as a card that says what happened and offers another try. */
export class AreaBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { problem: undefined };
  /** Where it was tried again already. */
  #triedAt: BoundaryProps['place'];

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { problem: { reason: reasonFor(error) } };
  }

  override componentDidUpdate({ place }: BoundaryProps) {
    if (place !== this.props.place) this.#triedAt = undefined;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(`The area ${this.props.label} failed`, error, componentStack);
    this.props.onError?.(error);
    if (!this.#mayComeAgain()) return this.setState(AreaBoundary.getDerivedStateFromError(error));
    this.#triedAt = this.props.place;
    this.setState({ problem: undefined });
  }

  readonly #mayComeAgain = () => this.props.place !== undefined && this.#triedAt !== this.props.place;

  readonly #retry = () => {
    this.props.onRetry?.();
    this.setState({ problem: undefined });
  };

  override render() {
    const { problem } = this.state;
    if (problem === undefined) return this.props.children;
    // Until what failed is told, which comes before anything is painted.
    if (this.#mayComeAgain()) return null;
    const { label, isPage = false } = this.props;
    return <AreaProblem label={label} isPage={isPage} reason={problem.reason} onRetry={this.#retry} />;
  }
}

const UNKNOWN_REASON = "Something went wrong in this area. Other areas aren't affected.";

/** Whatever was thrown, asking it for its reason throws nothing. */
function reasonFor(error: unknown): string {
  try {
    return reasonOf(error, UNKNOWN_REASON);
  } catch {
    return UNKNOWN_REASON;
  }
}

/** Without a connection that is why, and the area comes by itself once there is one. */
function AreaProblem({
  label,
  isPage,
  reason,
  onRetry,
}: {
  label: string;
  isPage: boolean;
  reason: string;
  onRetry: () => void;
}) {
  const isOffline = !useSyncExternalStore(subscribeToNetwork, isOnline);
  // Also while it is not offline any more: that is rendered between this event's two listeners.
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  const isOutdated = useSyncExternalStore(subscribeToOutdated, isPageOutdated);
  if (isOffline)
    return (
      <ProblemCard
        icon={<WifiOff aria-hidden className="size-8 text-warn" />}
        title="You are offline"
        action={{ label: 'Try again', onPress: onRetry }}
      >
        {label} opens automatically when you're online again.
      </ProblemCard>
    );
  if (isOutdated)
    return (
      <ProblemCard
        icon={<Sparkles aria-hidden className="size-8 text-accent" />}
        title="There's a new version of Pagecast"
        action={{ label: 'Reload the page', onPress: () => location.reload() }}
      >
        Reload the page to open {label}. Your drafts are saved.
      </ProblemCard>
    );
  if (isPage)
    return (
      <ProblemCard
        icon={<TriangleAlert aria-hidden className="size-8 text-bad" />}
        title="Something went wrong on this page"
        action={{ label: 'Reload the page', onPress: () => location.reload() }}
      >
        Your drafts are saved.
      </ProblemCard>
    );
  return (
    <ProblemCard
      icon={<TriangleAlert aria-hidden className="size-8 text-bad" />}
      title={`${label} isn't available`}
      action={{ label: 'Try again', onPress: onRetry }}
    >
      {reason}
    </ProblemCard>
  );
}

function ProblemCard({
  icon,
  title,
  action,
  children,
}: {
  icon: ReactNode;
  title: string;
  action: { label: string; onPress: () => void };
  children: ReactNode;
}) {
  return (
    <section
      role="alert"
      className={
        'mx-auto mt-8 flex max-w-lg flex-col items-center gap-3 rounded-card border border-line bg-surface p-8 ' +
        'text-center'
      }
    >
      {icon}
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      <p className="text-ink-soft">{children}</p>
      <Button variant="primary" onClick={action.onPress}>
        {action.label}
      </Button>
    </section>
  );
}
