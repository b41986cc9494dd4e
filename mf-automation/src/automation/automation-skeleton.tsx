import { Skeleton } from '@pagecast/shell/kit';

/** With the measures of what comes. */
export function AutomationSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-64 w-full md:h-52" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton rows={5} />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
}
