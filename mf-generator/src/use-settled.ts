import { useEffect, useState } from 'react';

/** The value as it was when nothing changed for `ms`. Values are compared as JSON. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const json = JSON.stringify(value);
  const [settled, setSettled] = useState(json);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(json), ms);
    return () => clearTimeout(timer);
  }, [json, ms]);
  return JSON.parse(settled) as Value;
}
