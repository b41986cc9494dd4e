import type { Endpoint } from '@pagecast/api/contract';
import {
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { callApi, type CallOutput, type MutationInput, type OptionalInput } from './api-client.ts';
import { statusOf } from './api-error.ts';
import { callWithLater } from './earlier-api.ts';

type Call = (endpoint: Endpoint, input: object) => Promise<unknown>;
// The conditional rest parameter of callApi cannot be resolved while the endpoint is generic; both sides are typed by
// the signatures below.
const call = callApi as Call;
type LaterCall = (endpoint: Endpoint, field: string, input: object) => Promise<unknown>;

/** Options for `useQuery`. The key comes from the contract: family, method and path, input. */
export function apiQuery<E extends Endpoint>(endpoint: E, ...[input]: OptionalInput<E>) {
  return queryOptions({
    queryKey: [endpoint.resource, `${endpoint.method} ${endpoint.path}`, input ?? null] as const,
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }) as Promise<CallOutput<E>>,
  });
}

interface Options<E extends Endpoint> extends Omit<
  UseMutationOptions<CallOutput<E>, Error, MutationInput<E>>,
  'mutationFn'
> {
  /** A field without which an API of an earlier day is asked. */
  readonly laterField?: string;
}

/** Answers that say: what the screen shows has moved meanwhile, by another hand or in another tab. */
const OUT_OF_DATE = new Set<number | null>([404, 409]);

/**
 * A write of the contract. Its success makes every family in `touches` out of date, in the shell and in any remote; a
 * refusal because things have changed does too.
 */
export function useApiMutation<E extends Endpoint>(endpoint: E, { laterField, ...options }: Options<E> = {}) {
  const client = useQueryClient();
  return useMutation<CallOutput<E>, Error, MutationInput<E>>({
    // Once its screen is gone nobody asks for it, and what it would call then holds that screen.
    gcTime: 0,
    ...options,
    mutationFn: (input) => {
      const given = { ...(input as object | undefined) };
      return (
        laterField === undefined ? call(endpoint, given) : (callWithLater as LaterCall)(endpoint, laterField, given)
      ) as Promise<CallOutput<E>>;
    },
    onSuccess: (...given) => {
      refresh(client, endpoint);
      return options.onSuccess?.(...given);
    },
    onError: (error, ...rest) => {
      if (OUT_OF_DATE.has(statusOf(error))) refresh(client, endpoint);
      return options.onError?.(error, ...rest);
    },
  });
}

/** For a write that was not made through `useApiMutation`, such as a streamed upload. */
export function refresh(client: QueryClient, { touches }: Pick<Endpoint, 'touches'>): void {
  for (const resource of touches) void client.invalidateQueries({ queryKey: [resource] });
}
