import { afterEach, expect, test, vi } from "vitest";
import { openHostedProject } from "./hosted-project.ts";
import { RefusedError } from "./project.ts";

const MOVE = { from: { bucket: "review-proofs", name: "a/b.jpg" }, to: { bucket: "withheld-proofs", name: "a/b.jpg" } };

afterEach(() => void vi.unstubAllGlobals());

test("accepts that another worker has moved a photo", async () => {
  answers({ statusCode: "404", error: "not_found", message: "Object not found" });
  await expect(openHostedProject("https://project.example", "sb_secret_test").movePhoto(MOVE)).resolves.toBeUndefined();
});

test("reports a photo that cannot be moved", async () => {
  answers({ statusCode: "409", error: "Duplicate", message: "The resource already exists" });
  const moving = openHostedProject("https://project.example", "sb_secret_test").movePhoto(MOVE);
  await expect(moving).rejects.toThrow(
    new RefusedError("The storage refused to move a photo: The resource already exists"),
  );
});

function answers(body: Record<string, string>) {
  vi.stubGlobal("fetch", async () => Response.json(body, { status: 400 }));
}
