import recorded from './examples.json' with { type: 'json' };

export interface Example {
  readonly request: { readonly params?: object; readonly query?: object; readonly body?: object };
  /** Missing where the example is refused, and where the answer is a file. */
  readonly response?: unknown;
}

/** A right call and its answer, as a server gave it. */
export function exampleOf(name: string): Example | undefined {
  return (recorded as Readonly<Record<string, Example>>)[name];
}
