import type { Environment } from '@pagecast/api/contract';

export const ENVIRONMENT_WORDS: Record<Environment, string> = {
  development: 'Development',
  test: 'Test',
  production: 'Production',
};
