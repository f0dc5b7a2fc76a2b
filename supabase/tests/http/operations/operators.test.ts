import { execFile, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepUploads } from "../../../../server/embedded/photo-objects.ts";
import { THUMBNAIL_QUERY } from "../../../../server/embedded/proof-thumbnails.ts";
import { runCommand } from "../../../../server/operator/run-command.ts";
import {
  call,
  emailOf,
  insertReview,
  knownUser,
  mailsTo,
  newUser,
  newVisitor,
  owner,
  plainReview,
  publishReview,
  readReview,
  reportReview,
  rpc,
  server,
  uploadedPhoto,
  type User,
} from "../client.ts";
import {
  PROGRAM_ENV,
  SERVER_WITHOUT_PAGES,
  newDataFolder,
  removeDataPath,
  runScript,
  stop,
  whenReady,
} from "../../../../scripts/server-for-tests.ts";

const ADMIN = fileURLToPath(new URL("../../../../server/operator/admin.ts", import.meta.url));
const DATA_DIR = server.dataDir;
const PHOTOS = path.join(DATA_DIR, "storage");
const SECRET_KEY = "sb_secret_of_the_project_in_these_tests";
const REASON = "Names the landlord's child.";
const CLAUSE = ["--clause", "2.2"];

let project: Awaited<ReturnType<typeof startProject>>;
beforeAll(async () => {
  project = await startProject();
});
afterAll(() => project.stop());

const PATHS = ["the data folder", "a project with its secret key"] as const;
type Path = (typeof PATHS)[number];
/** For what the database alone decides. */
const PROJECT = PATHS[1];

test.each(PATHS)("an operator lists flagged reviews with their reports, in pages (%s)", async (way) => {
  const user = await knownUser("listed");
  const name = `Flagged Court ${randomUUID().slice(0, 8)}`;
  const first = await publishReview(user, {
    property_name: name,
    review_text: `First words.\nThen ${"more ".repeat(80)}`,
  });
  const second = await publishReview(user, { property_name: name });
  await report(first, "spam", "asha.reports@example.in");
  await report(first, "offensive");
  await report(second, "fake");

  const list = (await admin(way, "flagged", "--limit", "100", "--json")).json;
  const ids = list.reviews.map((review: { id: string }) => review.id);
  expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second));
  expect(list.total).toBe(ids.length);
  expect(list.reviews[ids.indexOf(first)]).toMatchObject({
    property_name: name,
    rating: 4,
    flagged: true,
    reports: { count: 2, reasons: { spam: 1, offensive: 1 } },
  });
  expect(list.reviews[ids.indexOf(first)].excerpt).toMatch(/^First words\. Then more/);
  expect(list.reviews[ids.indexOf(first)].excerpt.length).toBe(200);
  expect(JSON.stringify(list), "no e-mail in a list").not.toContain("@");

  const page = (await admin(way, "flagged", "--limit", "1", "--json")).json;
  expect(page.reviews.map((review: { id: string }) => review.id)).toEqual([ids[0]]);
  const next = (await admin(way, "flagged", "--limit", "1", "--after", page.next, "--json")).json;
  expect(next.reviews.map((review: { id: string }) => review.id)).toEqual([ids[1]]);

  const text = await admin(way, "flagged", "--limit", "100");
  expect(text.out).toContain("1 × Contains abuse or offensive content");
  expect(text.out).toContain(first);

  const shown = (await admin(way, "show", first, "--json")).json;
  expect(shown.reports).toMatchObject([
    { reason: "spam", reporter_email: "asha.reports@example.in" },
    { reason: "offensive", reporter_email: null },
  ]);
  expect(JSON.stringify(shown)).not.toContain(user.email);
});

test("a flag that is cleared is gone, is written down, and its device reports no second time", async () => {
  const id = await publishReview(await knownUser("cleared"));
  const fingerprint = await report(id, "fake");
  expect((await readReview(id))?.reported).toBe(true);

  const cleared = await admin(PROJECT, "clear-flag", id, "--reason", REASON, "--operator", "ravi");
  expect(cleared).toMatchObject({ code: 0, err: "" });
  expect((await readReview(id))?.reported).toBe(false);
  expect(await auditOf(id)).toMatchObject([
    { command: "clear-flag", operator: "ravi", subject: id, reason: REASON, details: { reports: 1 } },
  ]);

  const again = await reportReview(newVisitor(), {
    review_id: id,
    reason: "spam",
    reporter_fingerprint: fingerprint,
  });
  expect(again.status).toBe(409);
  expect((await admin(PROJECT, "clear-flag", id, "--reason", REASON)).err).toContain("This review is not flagged.");
  await report(id, "spam");
  expect((await readReview(id))?.reported).toBe(true);
});

test("a hidden review leaves every public answer, count and average, and comes back", async () => {
  const user = await newUser("hidden");
  const name = `Vanishing Villa ${randomUUID().slice(0, 8)}`;
  const city = `Hideville ${randomUUID().slice(0, 8)}`;
  const word = `unheard${randomUUID().slice(0, 8)}`;
  const home = { property_name: name, city, email: user.email };
  const shown = await publishReview(user, { ...home, rating: 2 });
  const id = await publishReview(user, { ...home, rating: 5, review_text: `It is ${word} of.` });
  const alone = { ...home, property_name: `Lonely Lodge ${name}`, city: `Alone in ${city}` };
  const only = await publishReview(user, alone);
  const before = await publicAnswers(city, id, word);
  expect(before).toMatchObject({ reviews: 2, count: 2, rating_total: 7, found: 1, context: true, place: 3 });

  expect(await admin(PROJECT, "hide", id, ...CLAUSE, "--reason", REASON, "--operator", "ravi")).toMatchObject({
    code: 0,
    err: "",
  });
  await admin(PROJECT, "hide", only, ...CLAUSE, "--reason", REASON);
  expect(await publicAnswers(city, id, word)).toMatchObject({
    reviews: 1,
    count: 1,
    rating_total: 2,
    found: 0,
    context: false,
    place: 1,
  });
  expect(await readReview(id)).toBeUndefined();
  expect((await readReview(shown))?.rating).toBe(2);
  const visitor = newVisitor();
  expect((await rpc(visitor, "review_cities")).body).not.toContain(alone.city);
  expect((await rpc(visitor, "browse_properties", { city: alone.city })).body.groups).toEqual([]);
  const late = { review_id: id, reason: "spam", reporter_fingerprint: "f".repeat(64) };
  expect((await reportReview(visitor, late)).status).toBe(404);

  const list = (await admin(PROJECT, "hidden", "--limit", "100", "--json")).json;
  expect(list.reviews).toContainEqual(expect.objectContaining({ id, hidden_because: REASON }));
  expect((await admin(PROJECT, "hide", id, ...CLAUSE, "--reason", REASON)).out).toContain("hidden already");

  expect(await admin(PROJECT, "unhide", id, "--reason", "The complaint was withdrawn.")).toMatchObject({
    code: 0,
    err: "",
  });
  await admin(PROJECT, "unhide", only, "--reason", REASON);
  expect(await publicAnswers(city, id, word)).toEqual(before);
  expect((await admin(PROJECT, "unhide", id, "--reason", REASON)).err).toContain("This review is not hidden.");
  expect((await auditOf(id)).map(({ command, reason }) => [command, reason])).toEqual([
    ["hide", REASON],
    ["unhide", "The complaint was withdrawn."],
  ]);
});

test.each(PATHS)("the photos of a hidden review cannot be opened, and come back with it (%s)", async (way) => {
  const user = await knownUser("photos");
  const photos = [await uploadedPhoto(user), await uploadedPhoto(user)];
  const [photo = ""] = photos;
  const other = await uploadedPhoto(user);
  await publishReview(user, { proof_urls: [other] });
  const id = await publishReview(user, { proof_urls: photos });
  expect(await statusOf(photo)).toBe(200);
  expect(await statusOf(thumbnailOf(photo))).toBe(200);

  expect(await admin(way, "hide", id, ...CLAUSE, "--reason", REASON)).toMatchObject({ code: 0, err: "" });
  for (const each of photos) {
    expect([await statusOf(each), await statusOf(thumbnailOf(each))]).toEqual([404, 404]);
    const moved = each.replace("review-proofs/public", `withheld-proofs/${id}`);
    expect(await statusOf(moved), "nor in its new place").toBe(404);
  }
  expect(await statusOf(other)).toBe(200);

  expect(await admin(way, "unhide", id, "--reason", REASON)).toMatchObject({ code: 0, err: "" });
  expect(await readReview(id)).toMatchObject({ verified: true, proof_urls: photos });
  for (const each of photos) expect(await statusOf(each)).toBe(200);
  expect(await statusOf(thumbnailOf(photo))).toBe(200);
});

test("a hidden review's photo cannot be replaced by an upload of its name, and is restored with the review", async () => {
  const user = await knownUser("photos");
  const photo = await uploadedPhoto(user);
  const id = await publishReview(user, { proof_urls: [photo] });
  await admin("the data folder", "hide", id, ...CLAUSE, "--reason", REASON);
  const landlord = await knownUser("landlord");
  const name = photo.replace("/storage/v1/object/public/review-proofs/", "");
  const bytes = await fs.readFile(path.join(PHOTOS, "withheld-proofs", id, path.basename(photo)));
  const taken = await call(landlord, "POST", `/storage/v1/object/review-proofs/${name}`, {
    body: bytes,
    headers: { "content-type": "image/png" },
  });
  expect([taken.status, taken.body.statusCode]).toEqual([400, "403"]);
  expect(await statusOf(photo)).toBe(404);

  const unhide = await admin("the data folder", "unhide", id, "--reason", REASON);
  expect(unhide).toMatchObject({ code: 0, err: "" });
  expect(await readReview(id)).toMatchObject({ verified: true, proof_urls: [photo] });
  expect((await call(newVisitor(), "GET", photo)).bytes.equals(bytes)).toBe(true);
});

test("a review that is deleted takes its photos, reports and author along", async () => {
  const user = await knownUser("deleted");
  const photo = await uploadedPhoto(user);
  const id = await publishReview(user, { proof_urls: [photo] });
  await report(id, "spam");
  await admin(PROJECT, "hide", id, ...CLAUSE, "--reason", REASON);

  expect(await admin(PROJECT, "delete", id, "--reason", "Withdrawn by its author.")).toMatchObject({
    code: 0,
    err: "",
  });
  const [left] = await owner`
    select (select count(*)::int from public.reviews where id = ${id}) as reviews,
      (select count(*)::int from public.review_reports where review_id = ${id}) as reports,
      (select count(*)::int from private.review_authors where review_id = ${id}) as authors,
      (select count(*)::int from storage.objects where name like ${`%${path.basename(photo)}`}) as photos`;
  expect(left).toEqual({ reviews: 0, reports: 0, authors: 0, photos: 0 });
  await expect(fs.access(path.join(PHOTOS, "withheld-proofs", id, path.basename(photo)))).rejects.toThrow("ENOENT");
  expect((await auditOf(id)).map(({ command }) => command)).toEqual(["hide", "delete"]);
});

test.each(PATHS)("erasing leaves no trace of an e-mail anywhere in the database or the storage (%s)", async (way) => {
  const user = await newUser("erased");
  const bystander = await knownUser("bystander");
  const photo = await uploadedPhoto(user);
  const unused = await uploadedPhoto(user);
  expect(await statusOf(thumbnailOf(photo))).toBe(200);
  const id = await publishReview(user, { email: user.email, proof_urls: [photo] });
  const signedByOther = await publishReview(bystander, { email: user.email.toUpperCase() });
  const visitor = newVisitor();
  const fingerprint = randomUUID().repeat(2);
  await reportReview(visitor, {
    review_id: signedByOther,
    reason: "fake",
    reporter_email: user.email,
    reporter_fingerprint: fingerprint,
  });
  await call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: "Asha", email: ` ${user.email}` } });
  await call(visitor, "POST", "/auth/v1/recover", { body: { email: user.email } });
  expect((await mailsTo(user.email)).length).toBeGreaterThan(0);
  await owner`
    insert into private.mail_outbox (template, recipient, next_try_at)
    values ('recovery', ${user.email}, now() + interval '1 hour')`;
  // As hosted projects write them, and as their service writes down a deletion.
  await owner`
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
    values (${randomUUID()}, ${owner.json({ action: "user_deleted", actor_id: randomUUID(), traits: { user_id: user.id, user_email: user.email } })}, now(), '')`;
  expect(await tracesOf(user.email)).not.toEqual([]);
  expect(await tracesOf(user.id)).not.toEqual([]);

  const erased = await admin(way, "erase", user.email.toUpperCase(), "--json");
  expect(erased).toMatchObject({ code: 0, err: "" });
  expect(erased.json).toMatchObject({
    account: user.id,
    accounts: 1,
    reviews: 1,
    names: 1,
    reports: 1,
    waitlist: 1,
    waiting_mails: 1,
  });

  expect(await tracesOf(user.email)).toEqual([]);
  expect(await tracesOf(user.id), "but in the audit log").toEqual(["private.audit_log"]);
  const left = { display_name: "Anonymous", verified: false, proof_urls: null, rating: 4 };
  expect(await readReview(id)).toMatchObject(left);
  expect(await readReview(signedByOther)).toMatchObject({ display_name: "Anonymous" });
  expect([await statusOf(photo), await statusOf(unused)]).toEqual([404, 404]);
  const files = await fs.readdir(PHOTOS, { recursive: true });
  expect(files.filter((file) => file.includes(path.basename(photo)) || file.includes(path.basename(unused)))).toEqual(
    [],
  );
  const kept = await fs.readdir(server.mailFolder);
  const letters = await Promise.all(kept.map((name) => fs.readFile(path.join(server.mailFolder, name), "utf8")));
  // A hosted project has sent them; here the same folder would have kept them.
  expect(letters.join("").includes(user.email)).toBe(way !== "the data folder");

  const signIn = await call(newVisitor(), "POST", "/auth/v1/token?grant_type=password", {
    body: { email: user.email, password: user.password },
  });
  expect(signIn.status).toBe(400);
  expect((await insertReview(user, plainReview())).status).toBe(401);
  expect(await readReview(id), "another account is left alone").toBeDefined();
  expect((await call(bystander, "GET", "/auth/v1/user")).status).toBe(200);
  const log = await auditOf(user.id);
  expect(log).toMatchObject([{ command: "begin-erasing" }, { command: "erase", details: { accounts: 1, reports: 1 } }]);
  expect(JSON.stringify(log), "how many there were").not.toContain('"reviews"');
  const again = await admin(way, "erase", user.email);
  expect(again).toMatchObject({ code: 1, err: "Nothing is kept about this e-mail or account.\n" });
});

test("erasing with the reviews deletes them, by the id of the account as well", async () => {
  const user = await newUser("gone");
  const id = await publishReview(user, { email: user.email });
  expect(await admin("the data folder", "erase", user.id, "--with-reviews")).toMatchObject({ code: 0, err: "" });
  expect(await readReview(id)).toBeUndefined();
  expect(await tracesOf(user.email)).toEqual([]);
});

test("however an account is deleted, its photos, name and events go with it", async () => {
  const user = await newUser("dashboard");
  const photo = await uploadedPhoto(user);
  const id = await publishReview(user, { email: user.email, proof_urls: [photo] });
  await owner`delete from auth.users where id = ${user.id}`;
  expect(await readReview(id)).toMatchObject({ display_name: "Anonymous", verified: false, proof_urls: null });
  expect(await tracesOf(user.email)).toEqual([]);
});

test.each(PATHS)("uploads older than a day that no review shows are swept, and no others (%s)", async (way) => {
  const user = await knownUser("uploader");
  const [orphan, fresh, used, hidden] = [
    await uploadedPhoto(user),
    await uploadedPhoto(user),
    await uploadedPhoto(user),
    await uploadedPhoto(user),
  ];
  await publishReview(user, { proof_urls: [used] });
  const id = await publishReview(user, { property_name: "Hidden House", proof_urls: [hidden] });
  await admin(way, "hide", id, ...CLAUSE, "--reason", REASON);
  expect(await statusOf(thumbnailOf(orphan))).toBe(200);

  const swept = await whileServerIsStopped(async () => {
    await makeOld(orphan, used, hidden);
    return admin(way, "sweep", "--json", "--operator", "ravi");
  });
  expect(swept.json).toMatchObject({ photos: 1, accounts: 0, sessions: 0, events: 0 });
  expect([await statusOf(orphan), await statusOf(thumbnailOf(orphan))]).toEqual([404, 404]);
  expect([await statusOf(fresh), await statusOf(used)]).toEqual([200, 200]);
  await expect(fs.access(path.join(PHOTOS, "withheld-proofs", id, path.basename(hidden)))).resolves.toBeUndefined();
  const [entry] = (await admin(way, "audit", "--limit", "1", "--json")).json.entries;
  expect(entry).toMatchObject({ command: "sweep", operator: "ravi", details: { photos: 1 } });
});

test("a file that a crash left without a row is swept, but not in a folder of another database", async () => {
  const user = await knownUser("uploader");
  const photo = await uploadedPhoto(user);
  await publishReview(user, { proof_urls: [photo] });
  const folder = path.join(PHOTOS, "review-proofs", "public");
  const stray = path.join(folder, "1763700000999-stray1.png");
  const young = path.join(folder, "1763700000998-stray2.png");
  await fs.copyFile(path.join(folder, path.basename(photo)), stray);
  await fs.copyFile(stray, young);
  const lastWeek = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000);
  await fs.utimes(path.join(folder, path.basename(photo)), lastWeek, lastWeek);
  // One that an operator is just moving: its row still names the other bucket.
  const moving = path.join(PHOTOS, "withheld-proofs", randomUUID(), path.basename(photo));
  await fs.mkdir(path.dirname(moving), { recursive: true });
  await fs.link(path.join(folder, path.basename(photo)), moving);
  const swept = await whileServerIsStopped(async () => {
    await fs.utimes(stray, lastWeek, lastWeek);
    return sweepUploads(owner, PHOTOS);
  });
  expect(swept).toBe(1);
  await expect(fs.access(moving)).resolves.toBeUndefined();
  await fs.rm(moving);
  await expect(fs.access(stray)).rejects.toThrow("ENOENT");
  await expect(fs.access(young)).resolves.toBeUndefined();
  expect(await statusOf(photo)).toBe(200);
  await fs.rm(young);

  const elsewhere = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-photos-"));
  const strangers = path.join(elsewhere, "review-proofs", "public");
  await fs.mkdir(strangers, { recursive: true });
  const [known] = await owner<{ count: number }[]>`select count(*)::int as count from storage.objects`;
  for (let each = 0; each <= (known?.count ?? 0); each++) {
    await fs.writeFile(path.join(strangers, `1763700000999-other${each}.png`), "");
    await fs.utimes(path.join(strangers, `1763700000999-other${each}.png`), lastWeek, lastWeek);
  }
  expect(await sweepUploads(owner, elsewhere)).toBe(0);
  expect((await fs.readdir(strangers)).length).toBe((known?.count ?? 0) + 1);
  await fs.rm(elsewhere, { recursive: true });
});

test("who wrote a review, and what is kept about an e-mail, is told and written down", async () => {
  const user = await newUser("asked");
  const id = await publishReview(user);
  const author = await admin(PROJECT, "author-of", id, "--reason", "Order 12 of the High Court.", "--json");
  expect(author.json).toMatchObject({ account: { id: user.id, email: user.email }, email_given: null });
  // As hosted projects write them.
  const payload = owner.json({ action: "login", actor_id: user.id, actor_username: user.email });
  await owner`insert into auth.audit_log_entries (payload) values (${payload})`;
  const about = await admin(PROJECT, "about", user.email, "--reason", "Asked for a copy.", "--json");
  expect(about.json).toMatchObject({ accounts: [{ id: user.id }], reviews: [{ id }], reports: [], waitlist: null });
  expect(about.json.account_events).toHaveLength(1);
  const unknown = await admin(PROJECT, "about", "nobody.here@example.in", "--reason", "Asked for a copy.");
  expect(unknown).toMatchObject({ code: 0, out: "Nothing is kept about this e-mail.\n" });
  expect(await auditOf(id)).toMatchObject([{ command: "author-of", reason: "Order 12 of the High Court." }]);
  expect(await auditOf(user.id)).toMatchObject([{ command: "about" }]);
});

test("the audit log keeps no e-mail and gives up no row, to its owner neither", async () => {
  const id = await publishReview(await knownUser("audited"));
  const withEmail = await admin("the data folder", "hide", id, ...CLAUSE, "--reason", "asha@example.in complained.");
  expect(withEmail.code).toBe(1);
  expect(withEmail.err).toContain("Leave e-mail addresses out");
  expect(await readReview(id), "refused as a whole").toBeDefined();
  await admin("the data folder", "hide", id, ...CLAUSE, "--reason", REASON);
  await expect(
    owner`insert into private.audit_log (operator, command, reason) values ('ravi', 'hide', 'asha@example.in')`,
  ).rejects.toThrow(/audit_log_holds_no_email/);

  const before = await owner`select * from private.audit_log order by id`;
  for (const statement of [
    "update private.audit_log set reason = 'nothing'",
    "delete from private.audit_log",
    "truncate private.audit_log",
    "set local session_replication_role = replica; delete from private.audit_log",
  ]) {
    await expect(
      owner.begin((transaction) => transaction.unsafe(statement)),
      statement,
    ).rejects.toThrow(/cannot be changed or deleted/);
  }
  expect(await owner`select * from private.audit_log order by id`).toEqual(before);
});

test.each(PATHS)(
  "an operator makes two homes one by their addresses, and undoes it (%s)",
  { tags: ["10.11"] },
  async (way) => {
    const user = await knownUser("merged");
    const place = { locality: "Merge Layout", city: "Pune" };
    const name = `Merge Court ${randomUUID().slice(0, 8)}`;
    const homeOf = async (changes: object) => {
      const id = await publishReview(user, { ...place, property_name: name, ...changes });
      return (await readReview(id))?.property_id as string;
    };
    const into = await homeOf({ rating: 5 });
    const from = await homeOf({ property_name: `${name} Apts`, rating: 1 });
    const address = (id: string) =>
      `https://gharsach.example/homes/pune/merge-layout/merge-court-${id.slice(0, 8)}?sort=lowest`;
    const found = async (id: string) => (await rpc(newVisitor(), "home", { short_id: id.slice(0, 8) })).body;

    const merged = await admin(way, "merge", address(from), address(into), "--reason", REASON);
    expect(merged.out).toContain(
      `${name} Apts, Merge Layout, Pune, is merged into ${name}, Merge Layout, Pune, with 1 review: it shows 2 now`,
    );
    expect(await found(from)).toMatchObject({ property_id: into, property_name: name, count: 2 });
    const undone = await admin(way, "unmerge", from.slice(0, 8), "--reason", REASON);
    expect(undone.out).toContain("is a home of its own again, with 1 review");
    expect(await found(from)).toMatchObject({ property_id: from, count: 1, rating_total: 1 });
  },
);

test.each(PATHS)("wrong commands are answered with a sentence and their own exit code (%s)", async (way) => {
  const unknown = randomUUID();
  for (const command of ["show", "clear-flag", "hide", "unhide", "delete", "author-of"]) {
    const reason = command === "show" ? [] : ["--reason", REASON, ...(command === "hide" ? CLAUSE : [])];
    expect(await admin(way, command, unknown, ...reason), command).toMatchObject({
      code: 1,
      out: "",
      err: "There is no review with this id.\n",
    });
  }
  expect(await admin(way, "erase", emailOf("nobody"))).toMatchObject({ code: 1, out: "" });
  expect((await admin(way, "set", "report_secret", "1")).err).toContain("There is no such setting.");
  expect((await admin(way, "flagged", "--after", "nonsense")).err).toContain("This --after is damaged");
  expect((await admin(way, "show", unknown, "--json")).json).toEqual({ error: "There is no review with this id." });
  expect((await admin(way, "settings", "--json")).out).not.toContain("secret");
});

test("a number among the settings is changed within its kind, and written down", async () => {
  await owner`
    insert into private.settings (key, value, minimum, maximum, description) values ('test_limit', '3', 1, 100, 'For a test.')`;
  try {
    expect((await admin("the data folder", "settings")).out).toMatch(/^test_limit +3\b/m);
    expect((await admin("the data folder", "set", "test_limit", "5")).out).toMatch(/^test_limit is now 5; it was 3\./);
    expect((await admin("the data folder", "set", "test_limit", "many")).err).toContain("Give a whole number");
    const [setting] = await owner`select value from private.settings where key = 'test_limit'`;
    expect(setting?.value).toBe(5);
    expect(await auditOf("test_limit")).toMatchObject([{ command: "set", details: { from: 3, to: 5 } }]);
  } finally {
    await owner`delete from private.settings where key = 'test_limit'`;
  }
});

test("the data folder of a stopped server is worked on as well, and left as a server that starts expects it", async () => {
  const folder = await newDataFolder();
  for (const nth of [1, 2]) {
    expect(await stop(await whenReady(runScript(SERVER_WITHOUT_PAGES, [], { DATA_DIR: folder })))).toBe(0);
    const set = await run(["set", "waitlist_entries_per_address_day", String(60 + nth)], { DATA_DIR: folder });
    expect(set).toMatchObject({ code: 0, err: "" });
    expect(set.out).toContain(`is now ${60 + nth}; it was ${59 + nth}.`);
  }
  await removeDataPath(folder);
});

test("a project that refuses the key, or is not there, is named in a sentence", async () => {
  const wrongKey = await run(["flagged"], { SUPABASE_URL: project.url, SUPABASE_SECRET_KEY: "sb_secret_another" });
  expect(wrongKey).toMatchObject({ code: 1, out: "" });
  expect(wrongKey.err).toMatch(/^The project does not accept this key/);
  const nowhere = await run(["flagged"], { SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_SECRET_KEY: SECRET_KEY });
  expect(nowhere.code).toBe(1);
  expect(nowhere.err).toContain("http://127.0.0.1:9 does not answer");
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-empty-"));
  const noData = await run(["flagged"], { DATA_DIR: empty });
  expect(noData.err).toContain(`There is no database in ${empty}`);
  expect(await fs.readdir(empty), "and none is made").toEqual([]);
  await fs.rmdir(empty);
});

/** A review as its readers come across it, by every way there is. */
async function publicAnswers(city: string, id: string, word: string) {
  const visitor = newVisitor();
  const groups = (await rpc(visitor, "browse_properties", { city })).body.groups;
  const found = (await rpc(visitor, "browse_properties", { search: word })).body.groups;
  const context = await rpc(visitor, "review_in_context", { review_id: id });
  const more = await rpc(visitor, "property_reviews", { property_id: groups[0].property_id });
  const newest = (await rpc(visitor, "recent_reviews", { at_most: 10 })).body;
  const [author] = await owner<{ count: number }[]>`
    select count(counted_at)::int as count from private.review_names
    where email = (select email from private.review_names where review_id = ${id})`;
  expect(more.body.group.reviews.length).toBe(groups[0].count);
  return {
    reviews: newest.filter((review: { city: string }) => review.city === city).length,
    count: groups[0].count,
    rating_total: groups[0].rating_total,
    found: found.length,
    context: context.body !== null,
    place: author?.count,
  };
}

interface Ended {
  code: number;
  out: string;
  err: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests look into answers of every shape.
  json: any;
}

function admin(way: Path, ...args: string[]): Promise<Ended> {
  if (way === "the data folder") return run(args, { DATA_DIR });
  return runHere(args, { SUPABASE_URL: project.url, SUPABASE_SECRET_KEY: SECRET_KEY });
}

/** `npm run admin -- …`, without npm. */
function run(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...PROGRAM_ENV, ...env }, cwd: os.tmpdir() };
    const child = execFile(process.execPath, [ADMIN, ...args], options, (error, out, err) =>
      resolve(endedWith(args, error ? Number(error.code) : 0, out, err)),
    );
    child.stdin?.end();
  });
}

/** The same without a process of its own, which takes most of its time to start. */
async function runHere(args: string[], env: Record<string, string>): Promise<Ended> {
  const written = { out: "", err: "" };
  const code = await runCommand(args, {
    environment: () => env,
    print: (text) => (written.out += text),
    complain: (text) => (written.err += text),
    confirm: () => Promise.resolve(true),
  });
  return endedWith(args, code, written.out, written.err);
}

function endedWith(args: string[], code: number, out: string, err: string): Ended {
  const json: unknown = args.includes("--json") && out !== "" ? JSON.parse(out) : undefined;
  return { code, out, err, json };
}

/** The same database and photos behind a secret key, as a hosted project answers to it. */
async function startProject() {
  const program = fileURLToPath(new URL("../../project-stub.ts", import.meta.url));
  const child = fork(program, [server.databaseUrl, PHOTOS, SECRET_KEY], {
    env: PROGRAM_ENV,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [port] = (await once(child, "message", { signal: AbortSignal.timeout(30_000) })) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

async function report(reviewId: string, reason: string, email?: string): Promise<string> {
  const fingerprint = randomUUID().replaceAll("-", "").repeat(2);
  const body = {
    review_id: reviewId,
    reason,
    reporter_fingerprint: fingerprint,
    ...(email && { reporter_email: email }),
  };
  const answer = await reportReview(newVisitor(), body);
  expect(answer.status, answer.text).toBe(201);
  return fingerprint;
}

function auditOf(subject: string) {
  return owner<{ command: string; operator: string; subject: string; reason: string; details: object }[]>`
    select command, operator, subject, reason, details from private.audit_log where subject = ${subject} order by id`;
}

async function statusOf(address: string): Promise<number> {
  return (await call(newVisitor(), "GET", address)).status;
}

function thumbnailOf(photo: string): string {
  return photo.replace("/object/", "/render/image/") + THUMBNAIL_QUERY;
}

async function makeOld(...photos: string[]): Promise<void> {
  const names = photos.map((photo) => path.basename(photo));
  await owner`
    update storage.objects set created_at = now() - interval '25 hours'
    where regexp_replace(name, '^.*/', '') in ${owner(names)}`;
}

/** The server sweeps by itself, a minute after its start and then hourly: not while something is counted that it would take. */
async function whileServerIsStopped<Result>(count: () => Promise<Result>): Promise<Result> {
  const { pid } = server;
  if (!pid) throw new Error("This run has not started the server.");
  process.kill(pid, "SIGSTOP");
  try {
    return await count();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

/** Every table in which a text occurs, in any column and ignoring case. */
async function tracesOf(text: User["email"]): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('auth', 'public', 'private', 'storage') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [hit] = await owner.unsafe(`select 1 from ${name} as t where position($1 in lower(t::text)) > 0 limit 1`, [
      text.toLowerCase(),
    ]);
    if (hit) found.push(name);
  }
  return found;
}
