import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { RouterSeam } from '../../kit/index.ts';
import { RouterLink } from './router-link.tsx';

/** The shell's router in the words of the kit. */
export const routerSeam: RouterSeam = Object.freeze<RouterSeam>({
  Link: RouterLink,
  useNavigate: () => {
    const navigate = useNavigate();
    return (to) => void navigate(to);
  },
  useLocation,
  useSearch: () => {
    const [values, setValues] = useSearchParams();
    return [
      Object.fromEntries(values),
      (next, { replace = false } = {}) => {
        const merged = new URLSearchParams(values);
        for (const [key, value] of Object.entries(next)) {
          if (value === null) merged.delete(key);
          else merged.set(key, String(value));
        }
        setValues(merged, { replace });
      },
    ];
  },
});
