import { expect, test } from "vitest";
import { MAX_FOLLOWS } from "../../app/domain/follow.ts";
import { isQueuedEmail, writeQueuedEmail } from "./emails.ts";

const SECRET = "0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
const GRIEVANCE = {
  ...{ ticket: "G261125-K7QX3", secret: SECRET, ground: "private-data" },
  ...{ acknowledgeBy: "2026-11-26T04:30:00+00:00", decideBy: "2026-11-26T16:30:00+00:00" },
  ...{ outcome: null, clause: null, sentence: null },
};

test("writes each URL of a text email below its label", { tags: ["11.60"] }, () => {
  const { text } = writeQueuedEmail("grievance-acknowledged", GRIEVANCE, "https://gharsach.in", "GharSach");
  expect(text.split("\n\n")).toEqual([
    "A person has read your complaint G261125-K7QX3",
    "We will decide by 26 Nov 2026, 10:00 pm, India and write to you then.",
    `See its status\nhttps://gharsach.in/grievance/${SECRET}`,
    "GharSach: honest reviews of rented homes in India, by the people who lived in them.",
  ]);
});

test("names ticket, clocks in India and status page in the email on receipt", { tags: ["11.43"] }, () => {
  const { subject, text, html } = writeQueuedEmail("grievance-received", GRIEVANCE, "https://gharsach.in", "GharSach");
  expect(subject).toBe("We have your complaint G261125-K7QX3");
  expect(text.replace(/\s+/g, " ")).toContain(
    "A person will read it by 26 Nov 2026, 10:00 am, India, and decide by 26 Nov 2026, 10:00 pm, India.",
  );
  expect(text).toContain(`https://gharsach.in/grievance/${SECRET}`);
  expect(html).toContain(`href="https://gharsach.in/grievance/${SECRET}"`);
  expect(html).not.toContain("{{");
});

test("explains a decision with its sentence, clause and appeal", { tags: ["11.43"] }, () => {
  const decided = { ...GRIEVANCE, outcome: "refused", clause: "3", sentence: "It is <b>an opinion</b> & stays." };
  const { text, html } = writeQueuedEmail("grievance-decided", decided, "https://gharsach.in", "GharSach");
  expect(text).toContain("It is <b>an opinion</b> & stays.");
  expect(text).toContain("This follows clause 3 of our review policy.");
  expect(text.replace(/\s+/g, " ")).toContain(
    "you may appeal to the government's Grievance Appellate Committee within 30 days: https://gac.gov.in",
  );
  expect(html).toContain("It is &lt;b&gt;an opinion&lt;/b&gt; &amp; stays.");
  const without = { ...decided, clause: null };
  expect(writeQueuedEmail("grievance-decided", without, "https://gharsach.in", "GharSach").text).not.toContain(
    "clause",
  );
});

test("lists for the officer what is due", { tags: ["11.43"] }, () => {
  const fields = { ...GRIEVANCE, writer: "authority", acknowledgedAt: null };
  const due = (changes: object) =>
    writeQueuedEmail("grievance-due", { ...fields, ...changes }, "https://gharsach.in", "GharSach").text;
  expect(due({})).toContain("Acknowledge it by 26 Nov 2026, 10:00 am, India");
  expect(due({})).toContain("https://gharsach.in/desk");
  expect(due({ acknowledgedAt: "2026-11-25T04:30:00+00:00" })).toContain("Decide it by 26 Nov 2026, 10:00 pm, India.");
  const { text } = writeQueuedEmail("grievance-arrived", fields, "https://gharsach.in", "GharSach");
  expect(text.replace(/\s+/g, " ")).toContain("Sent by: A court or an authority.");
  expect(text).toContain("https://gharsach.in/desk");
});

test("names homes and counts in news of follows, with a link to end each", { tags: ["10.122", "10.123"] }, () => {
  const other = SECRET.replace("0b", "1c");
  const place = { locality: "HSR Layout", city: "Bengaluru" };
  const home = { propertyId: `5d0a1b2c${SECRET.slice(8)}`, propertyName: "Amaltas Court", ...place };
  const follows = [
    { secret: SECRET, ...home, reviewCount: 3, homes: [{ ...home, reviewCount: 3 }] },
    { secret: other, ...place, reviewCount: 4, homes: [{ ...home, reviewCount: 3 }] },
  ];
  const { subject, text, headers } = writeQueuedEmail("follow-news", { follows }, "https://gharsach.in", "GharSach");
  expect(subject).toBe("New reviews: Amaltas Court and 1 more");
  for (const line of [
    "Amaltas Court: 3 new reviews",
    "Read them\nhttps://gharsach.in/homes/bengaluru/hsr-layout/amaltas-court-5d0a1b2c\n",
    `Stop following Amaltas Court\nhttps://gharsach.in/unfollow/${SECRET}\n`,
    "HSR Layout, Bengaluru: 4 new reviews",
    `\nhttps://gharsach.in/unfollow/${other}\n`,
  ])
    expect(text).toContain(line);
  expect(headers).toEqual({
    "List-Unsubscribe": `<https://gharsach.in/unfollow/${SECRET}.${other}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  const most = Array.from({ length: MAX_FOLLOWS }, () => follows[0]);
  const { headers: longest } = writeQueuedEmail("follow-news", { follows: most }, "https://gharsach.in", "GharSach");
  expect(`List-Unsubscribe: ${longest?.["List-Unsubscribe"]}`.length).toBeLessThan(998);
});

test("asks to confirm a place alert, and sends it once with links to the homes", { tags: ["10.422", "10.423"] }, () => {
  const asking = { secret: SECRET, place: "Whitefield, Bengaluru" };
  const { text: question, headers } = writeQueuedEmail(
    "confirm-place-alert",
    asking,
    "https://gharsach.in",
    "GharSach",
  );
  expect(question.replace(/\s+/g, " ")).toContain("once when someone reviews a home in Whitefield, Bengaluru.");
  expect(question).toContain(`https://gharsach.in/alerts/${SECRET}\n`);
  expect(headers?.["List-Unsubscribe"]).toBe(`<https://gharsach.in/alerts/${SECRET}/stop>`);
  const place = { locality: "Whitefield", city: "Bengaluru" };
  const home = { propertyId: `5d0a1b2c${SECRET.slice(8)}`, propertyName: "Amaltas Court", ...place, reviewCount: 1 };
  const news = { ...place, propertyName: undefined, reviewCount: 1, homes: [home] };
  const { subject, text } = writeQueuedEmail("place-alert", news, "https://gharsach.in", "GharSach");
  expect(subject).toBe("New in Whitefield, Bengaluru: 1 new review");
  expect(text).toContain("Amaltas Court\nhttps://gharsach.in/homes/bengaluru/whitefield/amaltas-court-5d0a1b2c\n");
  expect(text).toContain("All homes in Whitefield\nhttps://gharsach.in/homes/bengaluru/whitefield\n");
});

test("links the reminder of a deposit to the follow-up of the review", { tags: ["10.125"] }, () => {
  const fields = { review_id: SECRET, home: "Amaltas Court, HSR Layout, Bengaluru" };
  const { text, headers } = writeQueuedEmail("deposit-reminder", fields, "https://gharsach.in", "GharSach");
  expect(text).toContain(`https://gharsach.in/account?review=${SECRET}`);
  expect(headers).toBeUndefined();
});

test("tells an author what a complaint does to the photos of a review", { tags: ["10.604"] }, () => {
  const fields = { home: "Amaltas Court, HSR Layout, Bengaluru", decideBy: GRIEVANCE.decideBy };
  const write = (template: "photos-withheld" | "photos-removed" | "photos-shown", decided: object) =>
    writeQueuedEmail(template, { ...fields, ...decided }, "https://gharsach.in", "GharSach").text;
  const undecided = { decision: null, clause: null, sentence: null };
  expect(write("photos-withheld", undecided)).toContain("decide by 26 Nov 2026, 10:00 pm, India");
  const decided = { decision: 7, clause: "3.1", sentence: "It shows nudity." };
  const removed = write("photos-removed", decided);
  for (const words of ["It shows nudity.", "clause 3.1 of our review policy", "https://gharsach.in/grievance"])
    expect(removed).toContain(words);
  expect(write("photos-shown", decided)).toContain("Amaltas Court, HSR Layout, Bengaluru are on the site again");
});

test("reminds of the rules without a word about reviews of the account", { tags: ["10.606"] }, () => {
  const { subject, text, html, headers } = writeQueuedEmail("rules-reminder", {}, "https://gharsach.in", "GharSach");
  expect(subject).toBe("The rules of this site");
  for (const path of ["/terms", "/review-policy", "/privacy", "/account"]) {
    expect(text).toContain(`\nhttps://gharsach.in${path}\n`);
    expect(html).toContain(`href="https://gharsach.in${path}"`);
  }
  expect(text).toContain("If you break these rules, we may take down what you published and close your account");
  expect(text).toContain("“Delete my account”");
  expect(text.replace("GharSach: honest reviews of rented homes", "")).not.toMatch(/your reviews?\b/i);
  expect(headers, "the law asks for this email, so nothing unsubscribes from it").toBeUndefined();
});

test("rejects fields of another version", () => {
  expect(() => writeQueuedEmail("grievance-received", { ticket: "G1" }, "https://gharsach.in", "GharSach")).toThrow(
    /secret/,
  );
  expect(isQueuedEmail("confirmation")).toBe(false);
  expect(isQueuedEmail("constructor")).toBe(false);
});
