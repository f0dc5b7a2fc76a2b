import { useNavigation } from "react-router";

/** Returns whether another list of reviews is loading in place of this one. */
export function useIsListPending(): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === "/reviews";
}
