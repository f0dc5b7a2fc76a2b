// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { DatabaseFailure } from "~/data/database-failure";
import { fileGrievance } from "~/data/visitor-grievances";
import { currentToasts } from "~/ui/toast";
import { GrievancePage } from "./grievance-page";

vi.mock("~/data/visitor-grievances");

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test("retries a refused grievance under the same secret", { tags: ["11.42", "11.45", "11.46", "11.56"] }, async () => {
  const sentence = "Too many complaints came from your network. You can send the next one in 5 minutes.";
  vi.mocked(fileGrievance)
    .mockResolvedValueOnce({ outcome: "too-many-attempts", sentence })
    .mockRejectedValueOnce(new DatabaseFailure("The database could not be reached.", 0, ""))
    .mockResolvedValueOnce("filed");
  const { user } = show("/grievance?page=/reviews");
  await fill(user);
  await user.click(button());
  expect((await screen.findByRole("alert")).textContent).toBe(`Too many attempts. ${sentence}`);
  await user.click(button());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("There is no connection."));
  expect(currentToasts()).toEqual([]);
  cleanup();
  const again = show("/grievance");
  await waitFor(() => expect(words().value).toBe("The deposit was paid back."));
  await again.user.click(button());
  await waitFor(() => expect(fileGrievance).toHaveBeenCalledTimes(3));
  const [first, ...others] = vi.mocked(fileGrievance).mock.calls;
  expect(others).toEqual([first, first]);
  const secret = first?.[0].secret ?? "";
  expect(secret).toMatch(UUID);
  expect(first).toEqual([
    {
      ...{ secret, writer: "owner", ground: "untrue", page: "/reviews" },
      ...{ words: "The deposit was paid back.", email: "asha@example.in" },
    },
  ]);
  await waitFor(() => expect(again.router.state.location.pathname).toBe(`/grievance/${secret}`));
  // The status page shows the text before an operator has read it.
  expect(again.router.state.location.state).toEqual({ page: "/reviews", words: "The deposit was paid back." });
  expect(currentToasts()[0]?.title).toBe("Complaint Received");
  expect(sessionStorage).toHaveLength(0);
});

test("fills in the page of a link once, and keeps edits", async () => {
  show("/grievance?page=/reviews");
  fireEvent.change(page(), { target: { value: "/reviews, the second one" } });
  cleanup();
  show("/grievance?page=/reviews");
  expect(page().value).toBe("/reviews, the second one");
  cleanup();
  show("/grievance?page=/homes");
  expect(page().value).toBe("/homes");
});

test("disables the form without scripts, and shows the email", { tags: ["11.45"] }, () => {
  const html = renderToString(
    <MemoryRouter>
      <GrievancePage
        isAvailable
        officer={{ name: "Asha Rao", email: "grievance@gharsach.in", address: "12 M.G. Road" }}
      />
    </MemoryRouter>,
  );
  expect(html).toMatch(/<fieldset disabled/);
  expect(html).toContain("The form needs JavaScript");
  expect(html).toContain('href="mailto:grievance@gharsach.in"');
  expect(html).toContain(", 12 M.G. Road");
});

function show(address: string) {
  const router = createMemoryRouter(
    [
      {
        path: "/grievance",
        element: <GrievancePage isAvailable officer={{ name: "Asha Rao", email: "grievance@gharsach.in" }} />,
      },
      { path: "/grievance/:secret", element: <p>Its page</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), router };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("radio", { name: "An owner, landlord or manager of a home" }));
  await user.click(screen.getByRole("radio", { name: "It is untrue" }));
  fireEvent.change(words(), { target: { value: "The deposit was paid back." } });
  fireEvent.change(screen.getByRole("textbox", { name: "Your email" }), { target: { value: " asha@example.in " } });
}

function page() {
  return screen.getByRole<HTMLInputElement>("textbox", { name: "Which page?" });
}

function words() {
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What is wrong, and what should we do?" });
}

function button() {
  return screen.getByRole<HTMLButtonElement>("button", { name: "Send the complaint" });
}
