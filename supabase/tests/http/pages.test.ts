import { expect, test } from "vitest";
import {
  type Answer,
  emailOf,
  newUser,
  newVisitor,
  open as openUrl,
  owner,
  publishReview,
  rpc,
  uploadedPhoto,
} from "./client.ts";

// The HTML of pages, as search engines and readers without JavaScript get it.

const SITE = "https://localhost";
const ACCOUNTS = "Accounts need JavaScript in a browser of 2023 or newer.";

const PAGES: [path: string, heading: string, words: string][] = [
  ["/", "Find Your Voice. Share Your Rental Story.", "Joining the waitlist needs JavaScript"],
  ["/reviews", "Rental Reviews", "Browse experiences shared by tenants across India."],
  ["/blog", "Renting advice and city guides", "City Rental Guides"],
  ["/blog/questions-to-ask-before-renting", "uestions", "Back to Blog"],
  ["/blog/5-things-to-check-before-renting-flat-pune", "Pune", "Pro tip"],
  ["/about", "About", "GharSach"],
  ["/review-policy", "Review Policy", "2.2"],
  ["/terms", "Terms", "GharSach"],
  ["/privacy", "Privacy", "GharSach"],
  ["/privacy/en", "Your data, in short", "Data Protection Board of India"],
  ["/privacy/ta", "உங்கள் தகவல்", "This is a translation. The English text prevails."],
  ["/how-reviews-are-checked", "reviews are checked", "GharSach"],
  ["/transparency", "Transparency", "GharSach"],
  ["/deposit", "Get your deposit back", "The lists and letters need JavaScript"],
  ["/deposits", "Deposits: what tenants got back", "Karnataka Rent Act 1999"],
  ["/homes", "Homes by city", "GharSach"],
  ["/signup", "Create an account", ACCOUNTS],
  ["/submit-review", "Submit a Review", "Publishing a review needs JavaScript"],
  ["/grievance", "File a complaint", "JavaScript"],
];
const PRIVATE_PAGES: typeof PAGES = [
  ["/login", "Log in", ACCOUNTS],
  ["/forgot-password", "Forgot your password?", ACCOUNTS],
  ["/update-password", "Set a new password", ACCOUNTS],
  ["/auth/callback", "Verifying Email", ACCOUNTS],
  ["/account", "Your account", ACCOUNTS],
  ["/unfollow/used", "This link no longer works", "This link has already been used, or part of it is missing."],
  ["/alerts/used", "This request is deleted", "We keep nothing about it."],
];

test.for([...PAGES, ...PRIVATE_PAGES])(
  "serves %s with heading, text and description",
  { tags: ["1.1", "1.13", "2.1", "2.2", "2.4", "2.7", "2.9", "2.35", "2.36", "2.51", "2.105", "10.601"] },
  async ([path, heading, words]) => {
    const { status, text } = await open(path);
    expect(status).toBe(200);
    const frame = ['<html lang="en-IN"', 'aria-label="Main"', 'class="site-footer"', 'aria-live="polite"'];
    for (const part of [...frame, words]) expect(text).toContain(part);
    const headings = matches(text, /<h1\b[^>]*>(.*?)<\/h1>/g).map((html) => html.replaceAll(/<[^>]*>/g, ""));
    expect(headings).toEqual([expect.stringContaining(heading)]);
    expect(describedIn(text).title).toEqual([expect.stringMatching(/GharSach/)]);
  },
);

test(
  "confirms and stops a place alert by links of its email, without scripts",
  { tags: ["10.421", "10.422"] },
  async () => {
    const email = emailOf("alerted");
    const asked = await rpc(newVisitor(), "request_place_alert", { city: "Bengaluru", locality: "Whitefield", email });
    expect([asked.status, asked.body]).toEqual([200, true]);
    const [row] = await owner`select secret from private.place_alerts where email = ${email}`;
    const path = `/alerts/${row?.secret}`;
    const steps = [
      ["GET", "", "Email you once?"],
      ["GET", "/stop", "Email you once?"],
      ["POST", "", "We will email you once"],
      ["GET", "/stop", "We will email you once"],
      ["POST", "/stop", "This request is deleted"],
      ["POST", "", "This request is deleted"],
    ] as const;
    for (const [method, end, heading] of steps) {
      const { status, text } = await openUrl(path + end, {}, method);
      expect(status).toBe(200);
      expect(text, `${method} ${end}`).toMatch(new RegExp(`<h1[^>]*>${heading.replace("?", "\\?")}`));
    }
  },
);

test("describes public pages, with a picture", async () => {
  for (const [path] of PAGES) {
    const { text } = await open(path);
    const { canonical, url, robots, description, image } = describedIn(text);
    // Crawlers get one URL, not one for each page to return to.
    expect(matches(text, /href="(\/(?:login|signup)[^"]*)"/g).toSorted(), path).toEqual(["/login", "/signup"]);
    expect([canonical, url], path).toEqual([[SITE + path], [SITE + path]]);
    expect(robots, path).not.toContain("noindex");
    expect(description, path).toEqual([expect.stringMatching(/^[^]{46,200}$/)]);
    expect(await pictureAt(image[0] ?? ""), path).toEqual({ width: 1200, height: 630 });
  }
});

test("keeps private pages out of search engines", async () => {
  for (const [path] of PRIVATE_PAGES) {
    const { robots, canonical, url } = describedIn((await open(path)).text);
    expect([robots, canonical, url], path).toEqual([["noindex"], [], []]);
  }
});

test("lists pages in the sitemap by their canonical URLs, each with a different title", async () => {
  const parts = matches((await open("/sitemap.xml")).text, /<loc>([^<]*)<\/loc>/g);
  expect(parts).toContain(`${SITE}/sitemaps/pages.xml`);
  const addresses = matches((await open("/sitemaps/pages.xml")).text, /<loc>([^<?]*)<\/loc>/g);
  const listed = PAGES.filter(([path]) => !/homes|signup|submit-review|grievance/.test(path));
  expect(addresses).toEqual(expect.arrayContaining(listed.map(([path]) => SITE + path)));
  const pages = await Promise.all(addresses.map(async (address) => open(address.replace(SITE, "") || "/")));
  expect(pages.map(({ text }) => describedIn(text).canonical)).toEqual(addresses.map((address) => [address]));
  expect(new Set(pages.flatMap(({ text }) => describedIn(text).title)).size).toBe(addresses.length);
});

test("has one canonical URL for all searches, sorts and pages of reviews in a city", async () => {
  const id = await publishReview(await newUser("lists"), { city: "Pune" });
  for (const [query, canonical, title] of [
    ["q=lake&city=Pune", "/reviews", "Rental Reviews"],
    ["sort=rating", "/reviews", "Rental Reviews"],
    [`review=${id}`, "/reviews", "Rental Reviews"],
    ["city=Nowhere+at+all", "/reviews", "Rental Reviews"],
    ["city=pune&sort=verified", "/reviews?city=Pune", "Rental reviews in Pune"],
  ] as const) {
    const expected = { canonical: [SITE + canonical], title: [`${title} · GharSach`], robots: ["noimageindex"] };
    expect(describedIn((await open(`/reviews?${query}`)).text), query).toMatchObject(expected);
  }
});

test("serves the steps of every city without JavaScript", { tags: ["12.35"] }, async () => {
  const { text } = await open("/deposit");
  for (const words of [
    "Call the National Consumer Helpline",
    "Tenancy portal of Tamil Nadu",
    "Maharashtra Rent Control Act 1999",
    "As of",
  ])
    expect(text).toContain(words);
  expect(text).toContain("A guide, not legal advice.");
});

test(
  "publishes deposits and facts with their license, and a picture of deposits",
  { tags: ["10.514", "10.515"] },
  async () => {
    for (const file of ["deposits", "facts"]) {
      const rows = await open(`/${file}.csv`);
      expect(rows.text).toMatch(/^\uFEFF?city,/);
      expect(rows.headers.get("Link")).toBe(
        `</${file}.csv-metadata.json>; rel="describedby"; type="application/csvm+json"`,
      );
      const { status, headers, text } = await open(`/${file}.csv-metadata.json`);
      expect([status, headers.get("Content-Type")]).toEqual([200, "application/csvm+json"]);
      expect(JSON.parse(text)).toMatchObject({ url: `${SITE}/${file}.csv` });
    }
    const { image } = describedIn((await open("/deposits")).text);
    expect(image).toEqual([expect.stringContaining(`${SITE}/pictures/deposits.png`)]);
    expect(await pictureAt(image[0] ?? "")).toEqual({ width: 1200, height: 630 });
  },
);

test("has structured data and a picture of a home", { tags: ["10.29", "10.31", "10.33", "10.37"] }, async () => {
  const user = await newUser("home");
  const place = { locality: "Kothrud", city: "Pune" };
  await publishReview(user, { ...place, property_name: "श्री कृष्णा अपार्टमेंट" });
  const locality = await open("/homes/pune/kothrud");
  const [path = ""] = matches(locality.text, /href="(\/homes\/pune\/kothrud\/[^"?#]+-[\da-f]{8})"/g);
  const id = path.slice(-8);
  const address = SITE + path;
  const { text } = await open(path);
  const [json = ""] = matches(text, /<script type="application\/ld\+json">([^<]*)<\/script>/g);
  const things = JSON.parse(json) as Record<string, unknown>[];
  expect(things.map((thing) => thing["@type"])).toEqual(["BreadcrumbList", "Residence"]);
  expect(things[1]).toMatchObject({ url: address, aggregateRating: { ratingValue: 4, reviewCount: 1 } });
  const { canonical, robots, image } = describedIn(text);
  expect({ canonical, robots }).toEqual({ canonical: [address], robots: ["noimageindex"] });
  expect(image).toEqual([expect.stringContaining(`${SITE}/pictures/homes/${id}.png`)]);
  // Search engines index a place only from five reviews.
  expect(describedIn(locality.text).robots).toEqual(["noindex"]);
  for (const picture of [image[0] ?? "", "/pictures/places/pune.png", "/pictures/places/pune/kothrud.png?v=1"])
    expect(await pictureAt(picture), picture).toEqual({ width: 1200, height: 630 });
  for (const other of [`/homes/poona/elsewhere/x-${id}`, `${path.replace("pune", "Pune")}?utm_source=x`]) {
    const answer = await open(other);
    expect([answer.status, answer.headers.get("location")], other).toEqual([301, path]);
  }
});

const STATUSES: [status: number, paths: string][] = [
  [200, "/sitemaps/pages.xml /healthz"],
  [301, "/homes/bangalore/hsr-layout /homes/bengaluru/hsr-layout)?utm=x /reviews%20 /about, /flat/12-b%E2%80%9D"],
  [
    404,
    "/homes/nowhere /homes/bengaluru/nowhere /homes/bengaluru/hsr-layout/x-00000000 /sitemaps/x.xml /reviews/1 /privacy/fr",
  ],
  [
    404,
    "/pictures/homes/00000000.png /pictures/places/nowhere.png /og/blog/no-such-article.png /blog/no-such-article /index.php",
  ],
  [404, "/.env /server/start.ts /%2e%2e/package.json"],
  [400, "/homes/bengaluru?after=nonsense /homes/bengaluru/hsr-layout?after=nonsense /reviews?after=nonsense"],
];

test.for(STATUSES)("answers GET and HEAD with the same status, %i: %s", async ([status, paths]) => {
  await publishReview(await newUser("statuses"), { city: "Bengaluru", locality: "HSR Layout" });
  for (const path of paths.split(" ")) {
    expect((await open(path)).status, path).toBe(status);
    expect((await openUrl(path, {}, "HEAD")).status, `HEAD ${path}`).toBe(status);
  }
});

test.for([
  ["/robots.txt", "text/plain; charset=utf-8", "public, max-age=86400"],
  ["/sitemap.xml", "application/xml; charset=utf-8", "public, max-age=30"],
  ["/blog/rss.xml", "application/rss+xml; charset=utf-8", "public, max-age=3600"],
  ["/manifest.webmanifest", "application/manifest+json", "public, max-age=86400"],
])("serves %s as %s, cached for %s", async ([path = "", type, cache]) => {
  const { headers } = await openUrl(path);
  expect([headers.get("content-type"), headers.get("cache-control")]).toEqual([type, cache]);
});

test("reports its health and its backend", { tags: ["1.14"] }, async () => {
  const { headers, body } = await open("/healthz");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({ status: "ok", backend: "embedded" });
});

test("has icons of the sizes in the manifest", async () => {
  const { body } = await open("/manifest.webmanifest");
  expect(body).toMatchObject({ lang: "en-IN", start_url: "/" });
  const { icons } = body as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of [...icons, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
    const [width, height] = sizes.split("x").map(Number);
    expect(await pictureAt(SITE + src), src).toEqual({ width, height });
  }
});

test("removes a withdrawn review within a minute", { tags: ["11.6", "11.30"], timeout: 90_000 }, async () => {
  // Accept a city that is not in the list of the form: the suggestions of a 404 page name a listed city even if it has no home.
  await owner`insert into private.cities (city, state) values ('Kanhangad', 'accepted') on conflict do nothing`;
  const user = await newUser("leaving");
  const photo = await uploadedPhoto(user);
  const place = { property_name: "Parting House", locality: "Fort", city: "Kanhangad" };
  const words = { ...place, review_text: "Peculiar words." };
  const id = await publishReview(user, { ...words, email: user.email, proof_urls: [photo] });
  const city = await open("/homes/kanhangad/fort");
  const [home = ""] = matches(city.text, /href="(\/homes\/kanhangad\/fort\/[^"?#]+)"/g);
  const places = [
    ...["/", "/reviews", "/reviews?q=peculiar", `/reviews?review=${id}`, home, "/homes", "/homes/kanhangad"],
    ...["/homes/kanhangad/fort", "/sitemaps/homes.xml", "/sitemaps/cities.xml"],
  ];
  const traces = [
    ...Object.values(words),
    user.email.split("@")[0] ?? "",
    home.slice(-8),
    photo.replace(/^.*review-proofs/, ""),
  ];
  const found = async () => {
    const texts = await Promise.all(places.map(async (page) => (await open(page)).text));
    return texts.flatMap((text, index) =>
      traces.filter((trace) => text.includes(trace) && !places[index]?.includes(trace)),
    );
  };
  expect(new Set(await found())).toEqual(new Set(traces));
  const picture = `/pictures/homes/${home.slice(-8)}.png`;
  expect([(await open(photo)).status, (await open(picture)).status]).toEqual([200, 200]);

  for (const page of [...places, picture]) {
    const { headers } = await openUrl(page);
    const policy = headers.get("cdn-cache-control") ?? headers.get("cache-control") ?? "";
    const seconds = [...policy.matchAll(/=(\d+)/g)].reduce((sum, [, value]) => sum + Number(value), 0);
    expect([seconds > 0, seconds <= 30], `${page}: ${policy}`).toEqual([true, true]);
  }

  expect((await rpc(user, "withdraw_my_review", { review_id: id })).body).toMatchObject({ state: "withdrawn" });
  expect(await found()).toEqual([]);
  expect([(await open(home)).status, (await open(picture)).status]).toEqual([404, 404]);
  await expect.poll(async () => (await open(photo)).status, { timeout: 60_000 }).toBe(404);
});

/** Opens a page without the page cache. */
function open(target: string): Promise<Answer> {
  return openUrl(target, { cookie: "gharsach-changed=1" });
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"));
}

/** Reads the metadata of a page. */
function describedIn(html: string) {
  const meta = (name: string) => matches(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, "g"));
  return {
    title: matches(html, /<title>([^<]*)<\/title>/g),
    description: meta("description"),
    robots: meta("robots"),
    canonical: matches(html, /<link rel="canonical" href="([^"]*)"/g),
    url: meta("og:url"),
    image: meta("og:image"),
  };
}

/** Reads the size of the PNG at this address from bytes 16 to 23. */
async function pictureAt(address: string): Promise<{ width: number; height: number }> {
  const { status, headers, bytes } = await open(address.replace(SITE, ""));
  expect([status, headers.get("content-type")], address).toEqual([200, "image/png"]);
  expect(bytes.length, address).toBeLessThan(60_000);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
