import { afterAll, beforeAll, expect, test } from "vitest";
import {
  newDataFolder,
  removeDataPath,
  runScript,
  type Server,
  stop,
  WHOLE_SERVER,
  whenReady,
} from "../../../../scripts/server-for-tests.ts";
import { call, newVisitor, PASSWORD } from "../client.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

let mailServer: MailServer;
let dataDir = "";
let server: Server;

beforeAll(async () => {
  dataDir = await newDataFolder();
  mailServer = await startMailServer();
  const settings = {
    SITE_NAME: "Tenants' & Owners' Flat Facts",
    CONTACT_EMAIL: "hello@flatfacts.example",
    MAIL_FROM: "Flat Facts <no-reply@mail.flatfacts.example>",
    GRIEVANCE_OFFICER: "Asha Rao <officer@flatfacts.example>, 12 Church Street, Bengaluru",
  };
  server = await whenReady(
    runScript(WHOLE_SERVER, [], { DATA_DIR: dataDir, SMTP_URL: mailServer.url, SEED: "sample", ...settings }),
  );
});

afterAll(async () => {
  await stop(server);
  mailServer.stop();
  await removeDataPath(dataDir);
});

const NAME_IN_HTML = /Tenants(?:'|&#x27;) &amp; Owners(?:'|&#x27;) Flat Facts/;
const OFFICER = 'Asha Rao, <a href="mailto:officer@flatfacts.example">';

test.for([
  ["/", "hello@flatfacts.example"],
  ["/about", '<a href="mailto:hello@flatfacts.example">hello@flatfacts.example</a>'],
  ["/privacy", OFFICER],
  ["/terms", OFFICER],
  ["/review-policy", OFFICER],
  ["/how-reviews-are-checked", "hello@flatfacts.example"],
  ["/grievance", "officer@flatfacts.example"],
  ["/reviews", "hello@flatfacts.example"],
  ["/deposits", "hello@flatfacts.example"],
  ["/signup", "hello@flatfacts.example"],
  ["/no-such-page", "hello@flatfacts.example"],
])("shows name and addresses of the settings on %s, and no others", { tags: ["10.636"] }, async ([path, address]) => {
  const page = await (await fetch(`${server.url}${path}`)).text();
  expect(page).toMatch(NAME_IN_HTML);
  expect(page.match(/<title>[^<]*/)?.[0]).toMatch(NAME_IN_HTML);
  expect(page).toContain(address);
  expect(page).not.toMatch(/GharSach|@gharsach\.in|\{\{|\}\}"/);
});

test.for([
  ["/manifest.webmanifest", /"short_name":"Tenants' & Owners' Flat Facts"/],
  ["/blog/rss.xml", /Flat Facts: renting advice.+hello@flatfacts\.example \(/s],
  ["/facts.csv-metadata.json", /"dc:publisher": "Tenants' & Owners' Flat Facts"/],
] as const)("has the name in %s", { tags: ["10.636"] }, async ([path, expected]) => {
  const text = await (await fetch(`${server.url}${path}`)).text();
  expect(text).toMatch(expected);
  expect(text).not.toContain("hello@gharsach.in");
});

test("sends emails from MAIL_FROM, marked as automatic", { tags: ["10.636"] }, async () => {
  const body = { email: "tenant@example.in", password: PASSWORD };
  const { status } = await call(newVisitor(), "POST", "/auth/v1/signup", { body, server: server.url });
  expect(status).toBe(200);
  await expect.poll(() => mailServer.taken.length).toBe(1);
  const [email] = mailServer.taken;
  expect(email?.from).toMatchObject({ name: "Flat Facts", address: "no-reply@mail.flatfacts.example" });
  expect(email?.replyTo?.map(({ address }) => address)).toEqual(["hello@flatfacts.example"]);
  expect(email?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  expect(email?.subject).toBe("Confirm your email for Tenants' & Owners' Flat Facts");
  for (const part of [email?.text, email?.html]) {
    expect(part).toMatch(/Tenants' (?:&|&amp;) Owners' Flat Facts: honest reviews/);
    expect(part).not.toMatch(/GharSach|gharsach\.in/);
  }
});
