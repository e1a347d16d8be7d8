// What a tab shows of the server's answer: asked when it opens, when something was done, and again every few seconds
// where others change it, too.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { asProblem, type Problem } from "../../shared/problem";

export interface Asked<T> {
  told: T | null;
  /** Why there is nothing to show. That a later answer did not come is told by the connection. */
  problem: Problem | null;
  again: () => Promise<void>;
}

/** `about` names what is asked: another name is asked anew, and what was told of the one before is forgotten. */
export function useAsked<T>(about: string, ask: () => Promise<T>, everyMs = 0): Asked<T> {
  const [state, setState] = useState<{ about: string; told: T | null; problem: Problem | null }>({ about, told: null, problem: null });
  const newest = useRef(0);
  const asking = useRef(ask);
  asking.current = ask;
  const again = useCallback(async () => {
    const number = ++newest.current;
    try {
      const told = await asking.current();
      if (number === newest.current) setState({ about, told, problem: null });
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (number === newest.current) setState((before) => (before.about === about && before.told ? before : { about, told: null, problem }));
    }
  }, [about]);
  useEffect(() => {
    void again();
    const timer = everyMs ? setInterval(() => void again(), everyMs) : 0;
    return () => {
      newest.current++;
      clearInterval(timer);
    };
  }, [again, everyMs]);
  return state.about === about ? { ...state, again } : { told: null, problem: null, again };
}
