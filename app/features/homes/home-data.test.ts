import { expect, test } from "vitest";
import { parseHomeQuery } from "~/domain/home-query";
import { parsePlaceQuery } from "~/domain/place-query";
import { testHome } from "~/domain/test-home";
import { testReview } from "~/domain/test-review";
import { aboutComparison } from "./compare-page";
import { aboutHome } from "./describe-home";
import { aboutPlace, factsOfPlace } from "./describe-places";
import { homeData } from "./home-data";
import type { PlaceView } from "./load-places";
import { testHomeView } from "./test-home-view";

const SITE = "https://gharsach.in";
const PATH = "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d";
const HOME = testHome({ count: 3, totalRating: 13 });

test("describes a home to search engines by place, rating and newest reviews", { tags: ["10.37"] }, () => {
  const reviews = ["r1", "r2", "r3", "r4"].map((id) => testReview({ id, propertyId: HOME.propertyId }));
  const [breadcrumb, home] = homeData(SITE, testHomeView({ home: HOME, reviews }));
  expect(breadcrumb).toEqual({
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: "Homes", item: `${SITE}/homes` },
      { "@type": "ListItem", position: 2, name: "Bengaluru", item: `${SITE}/homes/bengaluru` },
      { "@type": "ListItem", position: 3, name: "Indiranagar", item: `${SITE}/homes/bengaluru/indiranagar` },
      { "@type": "ListItem", position: 4, name: "Lakeview Residency", item: SITE + PATH },
    ],
  });
  expect(home).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Residence",
    name: "Lakeview Residency",
    url: SITE + PATH,
    image: `${SITE}/pictures/homes/1a2b3c4d.png?v=3-13`,
    address: { "@type": "PostalAddress", addressLocality: "Bengaluru", addressCountry: "IN" },
    aggregateRating: { "@type": "AggregateRating", ratingValue: 4.3, bestRating: 5, worstRating: 1, reviewCount: 3 },
  });
  const { review } = home as { review: Record<string, unknown>[] };
  expect(review).toHaveLength(3);
  expect(review[0]).toEqual({
    "@type": "Review",
    url: `${SITE}${PATH}?review=r1#review-r1`,
    author: { "@type": "Person", name: "asha.r" },
    datePublished: "2025-08-05",
    reviewRating: { "@type": "Rating", ratingValue: 4, bestRating: 5, worstRating: 1 },
    reviewBody: "Quiet street.",
  });
});

test("leaves the reviews out on filtered and further pages", { tags: ["10.37"] }, () => {
  for (const other of [{ query: parseHomeQuery(new URLSearchParams("stars=1")) }, { isLaterPage: true }])
    expect(homeData(SITE, testHomeView({ home: HOME, ...other }))).toHaveLength(1);
});

test("describes a home by name, place and score, and versions its picture", { tags: ["10.29", "10.37"] }, () => {
  expect(aboutHome(HOME)).toEqual({
    title: "Lakeview Residency, Indiranagar, Bengaluru: reviews",
    description:
      "4.3 out of 5 from 3 reviews by tenants of Lakeview Residency, Indiranagar, Bengaluru. Read them before you pay the deposit.",
    canonicalPath: PATH,
    image: "/pictures/homes/1a2b3c4d.png?v=3-13",
  });
  expect(aboutHome({ ...HOME, count: 4 }).image).not.toBe(aboutHome(HOME).image);
});

test("names the homes of a comparison and keeps it out of search engines", { tags: ["10.63"] }, () => {
  const title = "Compare Lakeview Residency, Silver Oak";
  expect(aboutComparison([HOME, { ...HOME, propertyName: "Silver Oak" }])).toMatchObject({ title, isUnlisted: true });
  expect(aboutComparison([]).title).toBe("Compare homes");
});

test("adds one fact to link previews, from three answers on", { tags: ["10.49"] }, () => {
  const figures = {
    "deposit_back:all": 9,
    "deposit_back:none": 2,
    "deposit_back:waiting": 1,
    "would_recommend:true": 9,
  };
  expect(factsOfPlace({ ...figures, "would_recommend:false": 3 })).toEqual([
    "9 of 12 deposits back in full, 1 still waiting",
    "9 of 12 would recommend",
  ]);
  const home = { ...HOME, count: 11, totalRating: 43 };
  expect(aboutHome({ ...home, figures }).description).toBe(
    "3.9 from 11 tenants · 9 of 12 deposits back in full, 1 still waiting. Read what they say of Lakeview Residency, Indiranagar, Bengaluru.",
  );
  const few = { ...figures, "deposit_back:all": 0, "deposit_back:none": 1 };
  expect(aboutHome({ ...home, figures: few }).description).toMatch(
    /^3\.9 out of 5 from 11 reviews .* 9 of 9 would recommend\.$/,
  );
});

test("titles a city or locality by its reviews, without promising listings", { tags: ["10.547"] }, () => {
  const query = parsePlaceQuery(new URLSearchParams());
  const city = { city: "Bengaluru", locality: null, homeCount: 7, homes: [], figures: null, query, isLaterPage: false };
  const titleOf = (view: object) => aboutPlace(view as PlaceView).title;
  expect(titleOf(city)).toBe("Tenant reviews of 7 homes in Bengaluru");
  expect(titleOf({ ...city, locality: "HSR Layout", homeCount: 1 })).toBe(
    "Tenant reviews of 1 home in HSR Layout, Bengaluru",
  );
});
