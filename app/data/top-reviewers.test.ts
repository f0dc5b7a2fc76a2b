import { expect, test, vi } from "vitest";
import { topReviewers } from "./top-reviewers";

test("the list is asked for without any session and read as it comes", async () => {
  const list = [
    { label: "asha.r", count: 3 },
    { label: "Reviewer 2", count: 1 },
  ];
  const { database, send } = answering(200, list);
  expect(await topReviewers(database)).toEqual(list);
  const [address, init] = send.mock.calls[0] ?? [];
  expect(address).toBe("http://database.example/rest/v1/rpc/top_reviewers");
  expect(init?.method).toBe("POST");
  expect(new Headers(init?.headers).has("authorization")).toBe(false);
});

test("an answer that is no list of places, or a refusal, is thrown", async () => {
  await expect(topReviewers(answering(200, [{ label: "asha.r" }]).database)).rejects.toThrow("count");
  await expect(topReviewers(answering(200, null).database)).rejects.toThrow("array");
  const refusal = { code: "42501", message: "permission denied" };
  await expect(topReviewers(answering(403, refusal).database)).rejects.toThrow(
    "The database refused the request (42501).",
  );
});

function answering(status: number, body: unknown) {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  const url = "http://database.example";
  const database = {
    kind: "supabase",
    url,
    publicUrl: url,
    publishableKey: "sb_publishable_test",
    fetch: send,
  } as const;
  return { database, send };
}
