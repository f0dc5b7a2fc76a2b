import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createRoutesStub } from "react-router";

/** Renders a part of a page inside a router. */
export function renderPart(part: ReactNode, address = "/") {
  const Page = createRoutesStub([{ path: "*", Component: () => part }]);
  return render(<Page initialEntries={[address]} />);
}
