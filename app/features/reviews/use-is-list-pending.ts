import { useNavigation } from "react-router";

/** Whether another list of reviews is loading in place of this one. */
export function useIsListPending(): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === "/reviews";
}
