// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { countEmptySearch } from "./empty-searches";
import { restClient } from "./rest";

vi.mock("./rest");

test("counts a place once per tab, and ignores failures", { tags: ["10.424"] }, async () => {
  const rpc = vi.fn<(name: string, args: object) => Promise<object>>(async () => ({ error: null }));
  vi.mocked(restClient).mockResolvedValue({ rpc } as never);
  for (const locality of ["Whitefield", null, "Whitefield"]) await countEmptySearch("Bengaluru", locality);
  expect(rpc.mock.calls).toEqual(
    ["Whitefield", null].map((locality) => ["count_empty_search", { city: "Bengaluru", locality }]),
  );
  vi.mocked(restClient).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(countEmptySearch("Pune", null)).resolves.toBeUndefined();
});
