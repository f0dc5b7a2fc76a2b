import pLimit from "p-limit";
import { expect, test } from "vitest";
import { type Answer, type Call, call } from "../client.ts";
import { steadyHeaders } from "./fixtures.ts";
import { OPEN_CALLS, type OpenCall } from "./open-calls.ts";
import { SURPLUS_HEADERS, SURPLUS_QUERIES } from "./surplus-parameters.ts";

// What a request for one of the 17 calls carries besides its body changes nothing.

/** Fewer than the passwords that the server hashes at once. */
const together = pLimit(6);

test.for(OPEN_CALLS)("$method $path answers the same whatever else the request carries", async (open) => {
  const usual = shapeOf(open, await send(open));
  expect(usual.status).toBeLessThan(300);
  // Of thumbnails there is one size: uploads.test.ts.
  const queries = open.path.includes("/render/") ? [] : [SURPLUS_QUERIES.join("&")];
  const extras = [...SURPLUS_HEADERS.map((headers) => ({ headers })), ...queries.map((query) => ({ query }))];
  await Promise.all(
    extras.map((extra) =>
      together(async () => expect(shapeOf(open, await send(open, extra)), JSON.stringify(extra)).toEqual(usual)),
    ),
  );
});

async function send(open: OpenCall, extra: { headers?: Call["headers"]; query?: string } = {}): Promise<Answer> {
  const { visitor, target, options } = await open.request();
  const headers = { ...options.headers, ...extra.headers };
  const address = extra.query ? `${target}${target.includes("?") ? "&" : "?"}${extra.query}` : target;
  return call(visitor, open.method, address, { ...options, headers });
}

/** What must be equal: everything of answers that read, the form of answers that create. */
function shapeOf({ path, method }: OpenCall, { status, headers, body, text }: Answer) {
  // Waiting at the desk changes meanwhile, and each decision has a number of its own.
  if (path.includes("/rpc/desk_")) return { status, content: typeof body, headers: steadyHeaders(headers) };
  const isNew =
    path.startsWith("/auth/") ||
    /(?:\/file_grievance|_my_review(?:_anonymous)?|\/add_follow_up|\/export_my_data)$/.test(path) ||
    (method === "POST" && path.startsWith("/storage/"));
  const content = isNew
    ? JSON.stringify(body, (key, value: unknown) => (VOLATILE.test(key) ? typeof value : value))
    : text;
  return { status, content, headers: steadyHeaders(headers) };
}

const VOLATILE =
  /^(?:id|Id|Key|email|sub|user_id|identity_id|session_id|property_id|property_name|access_token|refresh_token|expires_at|ticket|\w+_(?:at|by))$/;
