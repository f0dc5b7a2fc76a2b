import { expect, test } from "vitest";
import {
  expectRefusal,
  insertReview,
  knownUser,
  newVisitor,
  plainReview,
  publishReview,
  readReview,
  rpc,
} from "../client.ts";

// Names that only look like others, or that turn the words around them about.

const DISGUISES = [
  "Lake\u200bview House",
  "\u202eLakeview House\u202c",
  "\u2066Lakeview\u2069 House",
  "Lake\u200cview\u200d House",
  "Lakeview\u00ad House\ufeff",
  "Lakeview House\ufe0f",
  "Lake\u{e0061}view House\u{e0100}",
  "Lakeview\u3164 House\u2800",
  "Lake\ufff9view\u061c \u200fHouse",
  "Lake\u{1d173}view\u{1bca0} House\u180f",
];

test("a disguised name is stored as the name that it shows, under the same property", async () => {
  const author = await knownUser("author");
  const first = await publishReview(author, { property_name: "Lakeview House", locality: "Disguised" });
  const propertyId = (await readReview(first))?.property_id;
  for (const name of DISGUISES) {
    const id = await publishReview(author, { property_name: name, locality: "Dis\u200bguised" });
    expect(await readReview(id), JSON.stringify(name)).toMatchObject({
      property_id: propertyId,
      property_name: "Lakeview House",
      locality: "Disguised",
    });
  }
});

test("a name of invisible characters is no name", async () => {
  const author = await knownUser("author");
  for (const blank of ["\u200d", "\ufe0f", "\u202e\u2066", "\u{e0100}", "\u3164 \u2800"]) {
    await expectRefusal(() => insertReview(author, plainReview({ property_name: blank })));
    await expectRefusal(() => insertReview(author, plainReview({ locality: blank })));
    await expectRefusal(() => insertReview(author, plainReview({ city: blank })));
    await expectRefusal(() => insertReview(author, plainReview({ review_text: blank })));
  }
});

test("a disguised author stands under the name that is seen", async () => {
  const author = await knownUser("author");
  for (const name of ["ad\u200cmin", "\u202eadmin", "admin\ufe0f", "ad\u200bmin", "a\u2060d\u200dm\u00adin"]) {
    const id = await publishReview(author, { email: `${name}@mail.example` });
    expect((await readReview(id))?.display_name).toBe("admin");
  }
});

test("a search finds a property that was entered in disguise", async () => {
  await publishReview(await knownUser("author"), { property_name: "Hid\u200cden Pa\u200dlms", locality: "Away" });
  const found = await rpc(newVisitor(), "browse_properties", { search: "hidden palms" });
  expect(found.body.groups).toMatchObject([{ property_name: "Hidden Palms" }]);
});

test("the joiners of Indian scripts, and of emoji in texts, stay", async () => {
  const author = await knownUser("author");
  const names = ["क्‍षमा विहार", "ശ്രീമന്‍ ഭവനം", "র‍্যাব পাড়া", "ක්‍රම නිවස", "می‌خواهم"];
  for (const name of names) {
    const id = await publishReview(author, { property_name: name, review_text: `${name} 👨‍👩‍👧 ❤️ 1️⃣` });
    expect(await readReview(id)).toMatchObject({ property_name: name, review_text: `${name} 👨‍👩‍👧 ❤️ 1️⃣` });
  }
});
