import { useNavigation } from "react-router";

/** Whether another list of reviews is on its way to take the place of this one. */
export function useIsListPending(): boolean {
  const { state, location } = useNavigation();
  return state === "loading" && location.pathname === "/reviews";
}
