import { expect, test } from "vitest";
import { cleanAddress } from "./clean-address";

test("removes from a path what a messaging app appended, and keeps the query", { tags: ["11.263"] }, () => {
  for (const glued of [".", ")", "%20", "%E2%80%9D", ",", "%22", "'", ".)", "!%20", "%E0%A5%A4", "%0A", "/)"])
    expect(clean(`/homes/pune/baner/x-1234abcd${glued}?sort=rating`), glued).toMatch(
      /^\/homes\/pune\/baner\/x-1234abcd\/?\?sort=rating$/,
    );
  expect(clean("/homes/%E0%A4%AA%E0%A5%81%E0%A4%A3%E0%A5%87.")).toBe("/homes/%E0%A4%AA%E0%A5%81%E0%A4%A3%E0%A5%87");
});

test("keeps a clean URL and never leads to another site", () => {
  for (const address of ["/", "/reviews", "/flat/12-b/", "/homes/%E0%A4%AA%E0%A5%81%E0%A4%A3%E0%A5%87", "/.", "/)"])
    expect(clean(address), address).toBeNull();
  for (const address of ["//evil.example.", "/%5C/evil.example)", "/%2F%2Fevil.example."])
    expect(new URL(clean(address) ?? "/", "https://gharsach.in").origin, address).toBe("https://gharsach.in");
  expect(clean("/x..%2F.")).toBe("/x");
});

function clean(address: string): string | null {
  return cleanAddress(new URL(`https://gharsach.in${address}`));
}
