import { readSettings, updateSettings, type Theme } from '@pagecast/api/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery, callApi, useUser } from '../../kit/index.ts';
import { useIdle } from '../browser/use-idle.ts';
import { setTheme, useTheme } from './theme.ts';

const settings = () => apiQuery(readSettings);

/** The theme that the person chose on whichever device they chose last. In somebody's place one's own stays. */
export function useSavedTheme(): void {
  const isOwn = !useUser().impersonatedBy;
  const { data } = useQuery({ ...settings(), enabled: useIdle() && isOwn });
  const theme = isOwn ? data?.theme : undefined;
  useEffect(() => {
    if (theme !== undefined) setTheme(theme);
  }, [theme]);
}

/**
 * The present theme and how to choose another: it holds here at once, and goes with the person as soon as the server
 * has it.
 */
export function useThemeChoice(): [Theme, (theme: Theme) => void] {
  const client = useQueryClient();
  const isOwn = !useUser().impersonatedBy;
  const { queryKey } = settings();
  // One that cannot be kept holds in this browser all the same.
  const { mutate } = useMutation({
    mutationFn: (theme: Theme) => callApi(updateSettings, { body: { theme } }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  const choose = (theme: Theme) => {
    setTheme(theme);
    if (!isOwn) return;
    // What is being read may be the choice before this one.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (before) => before && { ...before, theme });
    mutate(theme);
  };
  return [useTheme(), choose];
}
