import { beforeEach, expect, test, vi } from "vitest";
import { uploadWithStallTimeout } from "./upload-with-stall-timeout";

const URL = "https://db.example/photo";
let request: FakeRequest;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

test("returns the same response as fetch", async () => {
  const init = { method: "POST", headers: { apikey: "key" }, body: "photo" };
  const answer = uploadWithStallTimeout(URL, init);
  expect(request.sent).toEqual({ url: URL, ...init });
  request.answer(409, '{"message":"The resource already exists"}');
  expect(await answer).toMatchObject({ status: 409, ok: false });
  expect(await (await answer).json()).toEqual({ message: "The resource already exists" });
  expect(vi.getTimerCount()).toBe(0);
});

test("aborts an upload without progress after fifteen seconds", async () => {
  const outcome = uploadWithStallTimeout(URL).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(14_900);
  expect(request.isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(request.isAborted).toBe(true);
  expect(await outcome).toMatchObject({ name: "TimeoutError" });
});

test("continues a slow upload while it makes progress", async () => {
  const answer = uploadWithStallTimeout(URL, { method: "POST", body: "photo" });
  for (let part = 0; part < 20; part += 1) {
    await vi.advanceTimersByTimeAsync(5_000);
    request.upload.dispatchEvent(new Event("progress"));
  }
  await vi.advanceTimersByTimeAsync(90_000);
  request.answer(200, "{}");
  expect((await answer).status).toBe(200);
});

test("rejects as fetch does for a lost connection", async () => {
  const outcome = uploadWithStallTimeout(URL);
  request.dispatchEvent(new Event("error"));
  await expect(outcome).rejects.toThrow("Failed to fetch");
  expect(vi.getTimerCount()).toBe(0);
});

class FakeRequest extends EventTarget {
  upload = new EventTarget();
  isAborted = false;
  sent = { method: "", url: "", headers: {} as Record<string, string>, body: undefined as unknown };
  status = 0;
  responseText = "";

  constructor() {
    super();
    // oxlint-disable-next-line typescript/no-this-alias -- the test plays the other side of this request
    request = this;
  }
  open(method: string, url: string) {
    Object.assign(this.sent, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.sent.headers[name] = value;
  }
  getResponseHeader() {
    return "application/json";
  }
  send(body: unknown) {
    this.sent.body = body;
  }
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event("abort"));
  }
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text });
    this.dispatchEvent(new Event("load"));
  }
}
