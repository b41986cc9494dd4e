import { Card, Skeleton } from '@pagecast/shell/kit';

/** With the measures of the composer, while the last draft is looked for. */
export function ComposerSkeleton() {
  return (
    <div aria-busy="true" className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)]">
      <span className="sr-only">Loading</span>
      <div className="flex min-w-0 flex-col gap-4">
        <Card><div className="flex flex-col gap-5"><Skeleton className="h-15" /><Skeleton className="h-9" /><Skeleton className="h-15" /><Skeleton className="h-15" /><Skeleton className="h-9 w-44" /></div></Card>
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-18 rounded-card" />
      </div>
      <Skeleton className="mx-auto h-56 w-full max-w-[390px] rounded-[20px]" />
    </div>
  );
}
